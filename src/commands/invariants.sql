-- What must hold at every moment. Each query is named by the comment before it and returns no row while it holds; the
-- column `what` names the row that breaks it. Constraints already refuse most of this: these find what a constraint that
-- was dropped, a restored backup or a hand in the database let through.

-- overlapping bookings of one unit
select 'bookings ' || a.id || ' and ' || b.id as what
from bookings a
join bookings b on b.booking_type_id = a.booking_type_id and b.unit = a.unit and b.id > a.id
  and tstzrange(a.starts_at, a.ends_at, '[)') && tstzrange(b.starts_at, b.ends_at, '[)')
where a.status in ('pending', 'confirmed') and b.status in ('pending', 'confirmed');

-- a booking on a unit that its facility never had
select 'booking ' || b.id || ': unit ' || b.unit || ' of ' || t.units as what
from bookings b join booking_types t on t.id = b.booking_type_id
where b.unit > t.units and b.status <> 'cancelled' and b.ends_at > now();

-- hours used that no booking explains
select 'person ' || u.user_id || ', ' || u.booking_type_slug || ', week of ' || u.week_start_on || ': ' || u.minutes_used
  || ' minutes, booked ' || coalesce(b.minutes, 0) as what
from weekly_booking_usage u
left join (
  select b.user_id, t.slug, date_trunc('week', b.booking_on)::date as week_start_on,
    sum(extract(epoch from b.ends_at - b.starts_at) / 60)::int as minutes
  from bookings b join booking_types t on t.id = b.booking_type_id
  where b.status = 'confirmed' group by 1, 2, 3
) b on b.user_id = u.user_id and b.slug = u.booking_type_slug and b.week_start_on = u.week_start_on
where u.minutes_used <> coalesce(b.minutes, 0);

-- tokens: what the lots hold differs from what the ledger says
select 'person ' || user_id || ': lots ' || sum(lots) || ', ledger ' || sum(moved) as what
from (
  select user_id, amount - used as lots, 0 as moved from tokens
  union all
  select user_id, 0, amount from token_transactions
) t group by user_id having sum(lots) <> sum(moved);

-- tokens: a negative balance
select 'person ' || user_id || ': ' || sum(amount) as what from token_transactions group by user_id having sum(amount) < 0;

-- tokens: a lot that was overspent
select 'lot ' || id || ': ' || used || ' of ' || amount as what from tokens where used not between 0 and amount;

-- a confirmed booking whose tokens were never taken
select 'booking ' || b.id as what from bookings b
where b.status = 'confirmed' and b.paid_with = 'tokens' and b.tokens_used > 0
  and not exists (select 1 from token_transactions t where t.user_id = b.user_id and t.amount < 0 and t.ref = 'booking:' || b.id);

-- a paid order without its money in the ledger, or the reverse
select 'order ' || o.id || ': ' || o.status || ', ledger ' || coalesce(sum(l.amount_pence), 0) as what
from orders o left join ledger_entries l on l.order_id = o.id and l.amount_pence > 0
group by o.id
having coalesce(sum(l.amount_pence), 0) <> case when o.status in ('paid', 'refunded') then o.amount_pence else 0 end;

-- an order that gave back something else than its refunds
select 'order ' || o.id || ': says ' || o.refunded_pence || ', refunds ' || coalesce(sum(r.amount_pence), 0) as what
from orders o left join refunds r on r.order_id = o.id
group by o.id having o.refunded_pence <> coalesce(sum(r.amount_pence), 0);

-- a confirmed card booking whose order was not paid
select 'booking ' || b.id || ': order ' || o.status as what
from bookings b join orders o on o.id = b.order_id
where b.status = 'confirmed' and b.paid_with = 'card' and o.status not in ('paid', 'refunded');

-- an unpaid hold that outlived its time by an hour
select 'booking ' || id || ' held until ' || held_until as what from bookings
where status = 'pending' and held_until < now() - interval '1 hour';

-- two active memberships of one person
select 'person ' || user_id as what from user_memberships where status = 'active' group by user_id having count(*) > 1;

-- two first admissions on one ticket
select 'ticket ' || ticket_id as what from market_scans where is_first_entry group by ticket_id having count(*) > 1;

-- a ticket that counts other entries than were scanned
select 'ticket ' || t.id || ': ' || t.check_in_count || ', scans ' || count(s.id) as what
from market_visitor_tickets t join market_scans s on s.ticket_id = t.id and s.outcome = 'admitted'
group by t.id having t.check_in_count < count(s.id) filter (where not s.is_double and s.objection is null);

-- a vote of somebody who was never in the committee
select 'vote of ' || v.voter_id || ' on ' || v.application_id as what
from committee_votes v
where not exists (select 1 from user_roles r where r.user_id = v.voter_id and r.role = 'committee')
  and not exists (
    select 1 from audit_log a where a.table_name = 'user_roles' and a.row_id = v.voter_id
      and 'committee' in (a.before ->> 'role', a.after ->> 'role'))
  and v.created_at >= coalesce((select min(created_at) from audit_log), now());

-- two votes of one person on one application
select 'votes of ' || voter_id || ' on ' || application_id as what
from committee_votes group by voter_id, application_id having count(*) > 1;

-- a vote on oneself or on one's own referral
select 'vote of ' || v.voter_id || ' on ' || v.application_id as what
from committee_votes v join membership_applications a on a.id = v.application_id
where v.voter_id in (a.user_id, a.referrer_user_id);

-- counts of votes that differ from the votes
select 'application ' || a.id || ': ' || a.current_votes || ' and ' || a.reject_votes as what
from membership_applications a left join committee_votes v on v.application_id = a.id
group by a.id
having a.current_votes <> count(*) filter (where v.vote = 'approve') or a.reject_votes <> count(*) filter (where v.vote = 'reject');

-- a reward for referring oneself
select 'referral ' || id as what from referrals where referrer_user_id = referred_user_id;

-- a message of the payment provider that nobody has handled for an hour
select 'event ' || id || ' (' || type || ')' as what from payment_events
where status = 'received' and received_at < now() - interval '1 hour';

-- a job that has waited or run for more than an hour
select name || ' ' || id as what from pgboss.job
where state in ('created', 'retry', 'active') and start_after < now() - interval '1 hour' and created_on < now() - interval '1 hour';

-- a live session of somebody who was blocked or archived
select 'person ' || p.user_id as what
from profiles p join "user" u on u.id = p.user_id
where (p.account_status <> 'active' and p.blocked_reason = 'This account was erased.' or exists (select 1 from archived_members a where a.email_key = u.email_key))
  and exists (select 1 from session s where s.user_id = p.user_id and s.expires_at > now());

-- a gap or a change in the audit log
select 'entry ' || bad as what from (select audit_first_bad() as bad) a where bad is not null;

-- one address with two accounts
select email_key as what from "user" group by email_key having count(*) > 1;

-- an account without a profile
select 'person ' || u.id as what from "user" u where not exists (select 1 from profiles p where p.user_id = u.id);
