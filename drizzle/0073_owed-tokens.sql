ALTER TABLE "tokens" ADD COLUMN "owed" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- Hand-written, before the constraint: what could not be taken back of purchases whose money has gone already.
update tokens set owed = least(tokens.used, lacking.tokens) from (
  select 'order:' || o.id as ref, least((o.lines -> 0 ->> 'quantity')::int, (o.refunded_pence + o.lost_pence) / (o.lines -> 0 ->> 'unitPence')::int)
    + coalesce((select sum(t.amount) from token_transactions t where t.user_id = o.user_id and t.ref like 'back:' || o.id || ':%'), 0) as tokens
  from orders o where o.kind = 'tokens' and o.refunded_pence + o.lost_pence > 0) lacking
where tokens.ref = lacking.ref and lacking.tokens > 0;
--> statement-breakpoint
SET CONSTRAINTS ALL IMMEDIATE;
--> statement-breakpoint
ALTER TABLE "user_memberships" DROP CONSTRAINT "user_memberships_limited_is_overdue";--> statement-breakpoint
ALTER TABLE "user_memberships" ADD CONSTRAINT "user_memberships_limited_is_unpaid" CHECK ("user_memberships"."limited_at" is null or "user_memberships"."payment_status" = 'overdue' or "user_memberships"."payment_status" = 'waived' and "user_memberships"."free_until" is null);--> statement-breakpoint
ALTER TABLE "tokens" ADD CONSTRAINT "tokens_owed" CHECK ("tokens"."owed" between 0 and "tokens"."used");
--> statement-breakpoint
-- Hand-written
-- Takes back what is `due` in all of a purchase and was not taken before; what is not there is owed by its lot.
create function take_tokens_back(person text, bought uuid, due integer, words text, cause text, at timestamptz) returns void
language plpgsql as $$
declare
  present integer := lock_tokens(person);
  lot tokens%rowtype; lacking integer; taken integer;
begin
  select * into lot from tokens t where t.user_id = person and t.ref = 'order:' || bought;
  if not found then return; end if;
  lacking := least(due, lot.amount) - lot.owed
    + coalesce((select sum(t.amount) from token_transactions t where t.user_id = person and t.ref like 'back:' || bought || ':%'), 0);
  if lacking <= 0 then return; end if;
  taken := least(lacking, present);
  if taken > 0 then
    perform spend_tokens(person, array[taken], array[words], array['back:' || bought || ':' || cause], at);
  end if;
  update tokens set owed = owed + lacking - taken where id = lot.id;
end $$;
--> statement-breakpoint
-- Gives back what was spent for these causes, each once, as new lots; what the person owes goes to the house first, by a movement
-- of its own. Answers how many tokens came back, with those.
drop function return_tokens(text[], text, timestamptz);
--> statement-breakpoint
create function return_tokens(causes text[], words text, owed_words text, at timestamptz) returns integer language plpgsql as $$
declare spent record; debt record; present integer; total integer := 0; open integer; settled integer;
begin
  for spent in select t.id, t.user_id, t.ref, -t.amount as amount from token_transactions t
      where t.ref = any(causes) and t.type = 'debit' order by t.user_id, t.seq loop
    present := lock_tokens(spent.user_id);
    continue when exists (select 1 from token_transactions t where t.reverses_id = spent.id);
    insert into tokens (user_id, amount, type, ref, allocated_at)
      values (spent.user_id, spent.amount, 'refund', 'return:' || spent.ref, at);
    insert into token_transactions (user_id, type, amount, balance_after, description, ref, reverses_id, created_at)
      values (spent.user_id, 'reversal', spent.amount, present + spent.amount, words, 'return:' || spent.ref, spent.id, at);
    total := total + spent.amount;
    open := spent.amount;
    for debt in select t.id, t.owed, substr(t.ref, length('order:') + 1) as bought from tokens t
        where t.user_id = spent.user_id and t.owed > 0 order by t.allocated_at, t.id loop
      exit when open = 0;
      settled := least(debt.owed, open);
      open := open - settled;
      update tokens set owed = owed - settled where id = debt.id;
      perform spend_tokens(spent.user_id, array[settled], array[owed_words],
        array['back:' || debt.bought || ':return:' || spent.ref], at);
    end loop;
  end loop;
  return total;
end $$;
