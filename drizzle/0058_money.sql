-- Hand-written, before the constraints: of two plans with one price id the older one keeps it, and no token is free.
update membership_tiers set stripe_price_id = null where stripe_price_id = '' or exists (
  select from membership_tiers t where t.stripe_price_id = membership_tiers.stripe_price_id
    and (t.created_at, t.id) < (membership_tiers.created_at, membership_tiers.id));
--> statement-breakpoint
update membership_tiers set token_discount_percent = 90 where token_discount_percent > 90;
--> statement-breakpoint
SET CONSTRAINTS ALL IMMEDIATE;
--> statement-breakpoint
ALTER TABLE "membership_tiers" DROP CONSTRAINT "membership_tiers_discount";--> statement-breakpoint
ALTER TABLE "membership_tiers" ADD CONSTRAINT "membership_tiers_price_id" UNIQUE("stripe_price_id");--> statement-breakpoint
ALTER TABLE "membership_tiers" ADD CONSTRAINT "membership_tiers_discount" CHECK ("membership_tiers"."token_discount_percent" between 0 and 90 and "membership_tiers"."market_discount_percent" between 0 and 100);
--> statement-breakpoint
-- Hand-written
-- The tokens of a week for a person: the first time all of them, or what is paid of a plan that is younger than a week; within the
-- week the difference of a larger plan for the days that are left, and with the next month what was missing.
create function grant_week(person text, entitled integer, words text, this_week text, last_week text, starts timestamptz, ends timestamptz, paid_until timestamptz, why text, at timestamptz)
returns boolean language plpgsql as $$
declare
  present integer := lock_tokens(person);
  paid_to timestamptz := case when paid_until > at then least(ends, paid_until) else ends end;
  cause text := this_week; had integer; before integer; was_cut boolean; was_raised boolean; due integer := 0;
begin
  select coalesce(sum(t.amount) filter (where split_part(t.ref, ':', 3) = split_part(this_week, ':', 3)), 0),
      coalesce(sum(t.amount) filter (where split_part(t.ref, ':', 3) = split_part(last_week, ':', 3)), 0),
      coalesce(bool_or(t.ref like this_week || '%:part'), false),
      coalesce(bool_or(t.ref like this_week || ':' || entitled || '%'), false)
    into had, before, was_cut, was_raised
    from tokens t where t.user_id = person and t.type = 'weekly' and t.allocated_at >= starts - interval '8 days';
  if had = 0 then
    if paid_to < ends and before < entitled then
      due := floor(entitled * extract(epoch from paid_to - at) / extract(epoch from ends - at));
      cause := cause || ':' || entitled || ':part';
    else
      due := entitled;
    end if;
  elsif had < entitled and (why = 'plan' and not was_raised or why = 'renewal' and was_cut) then
    due := floor(case why when 'plan' then entitled - had else entitled end
      * extract(epoch from paid_to - at) / extract(epoch from ends - starts));
    due := least(due, entitled - had);
    cause := cause || ':' || case why when 'plan' then entitled::text else 'rest' end || case when paid_to < ends then ':part' else '' end;
    words := words || ', for the days that are left';
  end if;
  return due > 0 and grant_tokens(person, due, 'weekly', 'bonus', words, cause, at);
end $$;
