-- Hand-written: a person's tokens move in one round trip. The row of the person is the lock, also when there is no lot yet:
-- one movement at a time, and each statement sees what was committed while the one before it waited.

create function lock_tokens(person text) returns integer language plpgsql as $$
begin
  perform 1 from "user" u where u.id = person for no key update;
  return (select coalesce(sum(t.amount - t.used), 0)::integer from tokens t where t.user_id = person);
end $$;
--> statement-breakpoint
-- Takes the sum of `needed` from the oldest lots and writes a debit for each, all or none. `present` is what there was.
create function spend_tokens(person text, needed integer[], words text[], causes text[], at timestamptz, out is_spent boolean, out present integer)
language plpgsql as $$
declare total integer := (select sum(n) from unnest(needed) n);
begin
  present := lock_tokens(person);
  is_spent := present >= total;
  if not is_spent then return; end if;
  update tokens set used = tokens.used + taking.taken from (
    select id, least(open, greatest(total - before, 0)) as taken from (
      select t.id, t.amount - t.used as open,
        coalesce(sum(t.amount - t.used) over (order by t.allocated_at, t.id rows between unbounded preceding and 1 preceding), 0)::integer as before
      from tokens t where t.user_id = person and t.used < t.amount) lots) taking
  where tokens.id = taking.id and taking.taken > 0;
  insert into token_transactions (user_id, type, amount, balance_after, description, ref, created_at)
    select person, 'debit', -n, present - sum(n) over (order by place), word, cause, at
    from unnest(needed, words, causes) with ordinality as spend (n, word, cause, place) order by place;
end $$;
--> statement-breakpoint
-- Adds a lot; false when the same cause has granted before.
create function grant_tokens(person text, granted integer, lot_type text, movement text, words text, cause text, at timestamptz)
returns boolean language plpgsql as $$
declare present integer := lock_tokens(person);
begin
  insert into tokens (user_id, amount, type, ref, allocated_at) values (person, granted, lot_type, cause, at) on conflict (ref) do nothing;
  if not found then return false; end if;
  insert into token_transactions (user_id, type, amount, balance_after, description, ref, created_at)
    values (person, movement, granted, present + granted, words, 'grant:' || cause, at);
  return true;
end $$;
--> statement-breakpoint
-- Gives back what was spent for these causes, each once, as new lots; answers how many tokens came back.
create function return_tokens(causes text[], words text, at timestamptz) returns integer language plpgsql as $$
declare spent record; present integer; total integer := 0;
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
  end loop;
  return total;
end $$;
