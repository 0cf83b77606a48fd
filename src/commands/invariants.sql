-- What must hold at every moment. Each query is named by the comment before it and returns no row while it holds; the
-- column `what` names the row that breaks it. Constraints already refuse most of this: these find what a constraint that
-- was dropped, a restored backup or a hand in the database let through. `at.now` is the moment at which one looks, by
-- the clock of the house. What begins with "tokens:" or "money:" is the books; `npm run ledger:verify` looks at those.

-- a unit of a room that is held twice at once
select a.kind || ' ' || a.ref || ' and ' || b.kind || ' ' || b.ref as what
from reservations a
join reservations b on b.space_id = a.space_id and b.unit = a.unit and (b.kind, b.ref) > (a.kind, a.ref)
  and tstzrange(a.starts_at, a.ends_at, '[)') && tstzrange(b.starts_at, b.ends_at, '[)');

-- a room that is held as a whole, though it has parts, or on a unit that it has not
select r.kind || ' ' || r.ref || ': ' || s.name || ', unit ' || r.unit as what
from reservations r join spaces s on s.id = r.space_id
where r.ends_at > (select now from at) and (s.leaf_ids <> array[s.id] or r.unit > s.units);

-- a booking that does not hold its room, or for another time
select 'booking ' || b.id || ': ' || b.status as what
from bookings b
where b.status in ('pending', 'confirmed') and not exists (
  select from reservations r join spaces s on s.id = b.space_id
  where r.kind = 'booking' and r.ref = b.id and r.space_id = any(s.leaf_ids) and r.starts_at = b.starts_at and r.ends_at >= b.ends_at
    and r.held_until is not distinct from b.held_until);

-- a market that does not hold its room, or for another time
select 'market of ' || d."on" as what
from market_days d
where not d.is_cancelled and not exists (
  select from reservations r join spaces s on s.id = d.space_id
  where r.kind = 'market' and r.ref = d.id and r.space_id = any(s.leaf_ids) and r.starts_at = d.starts_at and r.ends_at = d.ends_at);

-- a closure that does not hold its room, or for another time
select 'closure ' || c.id as what
from closures c
where c.status = 'planned' and not exists (
  select from reservations r join spaces s on s.id = c.space_id
  where r.kind = 'closure' and r.ref = c.id and r.space_id = any(s.leaf_ids) and r.starts_at = c.starts_at and r.ends_at = c.ends_at);

-- a session that does not hold the studio, or for another time
select 'studio ' || b.id || ': ' || b.status as what
from studio_bookings b
where b.status <> 'cancelled' and not exists (
  select from reservations r join spaces s on s.id = b.space_id
  where r.kind = 'studio' and r.ref = b.id and r.space_id = any(s.leaf_ids) and r.starts_at = b.starts_at and r.ends_at >= b.ends_at);

-- a running rental that does not hold its room, or for another time
select 'rental ' || m.id || ': ' || m.migration_status as what
from studio_rental_members m join spaces s on s.id = m.space_id cross join lateral unnest(s.leaf_ids) leaf
where m.migration_status <> 'ended' and not exists (
  select from reservations r
  where r.kind = 'rental' and r.ref = m.id and r.space_id = leaf and r.starts_at = m.starts_at and r.ends_at = m.ends_at);

-- an event that does not hold its room, or for another time
select 'event ' || e.id || ': ' || e.application_status as what
from events e join spaces s on s.id = e.space_id cross join lateral unnest(s.leaf_ids) leaf
where e.is_standing and not exists (
  select from reservations r
  where r.kind = 'event' and r.ref = e.id and r.space_id = leaf
    and r.starts_at = e.starts_at - make_interval(mins => e.set_up_minutes)
    and r.ends_at = e.ends_at + make_interval(mins => e.clear_minutes));

-- an offer to somebody who waits that does not hold its room, or for another time
select 'offer ' || w.id as what
from waiting_entries w
where w.status = 'offered' and w.kind = 'slot' and not exists (
  select from reservations r join spaces s on s.id = w.space_id
  where r.kind = 'offer' and r.ref = w.id and r.space_id = any(s.leaf_ids) and r.starts_at = w.starts_at and r.ends_at >= w.ends_at
    and r.held_until = w.held_until and r.user_id = w.user_id);

-- an offer that outlived its time by an hour
select 'offer ' || id || ' held until ' || held_until as what from waiting_entries
where status = 'offered' and held_until < (select now from at) - interval '1 hour';

-- a room that is held for nothing
select r.kind || ' ' || r.ref as what
from reservations r
where not (r.kind = 'booking' and exists (select from bookings b where b.id = r.ref and b.status in ('pending', 'confirmed'))
  or r.kind = 'studio' and exists (select from studio_bookings b where b.id = r.ref and b.status <> 'cancelled')
  or r.kind = 'market' and exists (select from market_days d where d.id = r.ref and not d.is_cancelled)
  or r.kind = 'rental' and exists (select from studio_rental_members m where m.id = r.ref and m.migration_status <> 'ended')
  or r.kind = 'closure' and exists (select from closures c where c.id = r.ref and c.status = 'planned')
  or r.kind = 'event' and exists (select from events e where e.id = r.ref and e.is_standing)
  or r.kind = 'offer' and exists (select from waiting_entries w where w.id = r.ref and w.status = 'offered'));

-- a market day that counts other pitches as taken than its stalls and offers take
select 'market of ' || d."on" || ': says ' || d.taken || ', taken ' || t.number || ', has ' || d.pitches as what
from market_days d, lateral (select
  coalesce((select sum(pitches_of(b.stall_size)) from market_bookings b where b.market_date = d."on" and b.status <> 'cancelled'), 0)
  + coalesce((select sum(pitches_of(split_part(w.subject, ' ', 3))) from waiting_entries w
    where w.kind = 'stall' and w."on" = d."on" and w.status = 'offered'), 0) as number) t
where d.taken <> t.number or d.taken > d.pitches;

-- a stall to come on a pitch that is off the plan, or of another size
select 'stall ' || b.id || ' on ' || p.label as what
from market_bookings b join market_pitches p on p.id = b.pitch_id
where b.status <> 'cancelled' and b.market_date >= (select now from at)::date and (not p.is_active or p.size <> b.stall_size);

-- money: a stall whose price is not what its order asks for, less what went back of it as a discount
select 'stall ' || b.id || ': says ' || b.final_price || ', order ' || o.amount_pence || ' less ' || r.sum as what
from market_bookings b join orders o on o.id = b.order_id,
  lateral (select coalesce(sum(amount_pence), 0) as sum from refunds where ref = 'stall-proof:' || b.id) r
where b.final_price <> o.amount_pence - r.sum;

-- money: a stall that is confirmed without its order having been paid, or the reverse
select 'stall ' || b.id || ': ' || b.status || ', order ' || o.status as what
from market_bookings b join orders o on o.id = b.order_id
where b.status = 'confirmed' and o.paid_at is null or b.status = 'pending' and o.status <> 'pending'
  or b.status = 'cancelled' and o.status = 'paid' and b.confirmed_at is null;

-- hours used that differ from the hours booked
select 'person ' || coalesce(u.user_id, b.user_id) || ', ' || coalesce(u.booking_type_slug, b.slug) || ', week of '
  || coalesce(u.week_start_on, b.week_start_on) || ': ' || coalesce(u.minutes_used, 0) || ' minutes, booked ' || coalesce(b.minutes, 0) as what
from weekly_booking_usage u
full join (
  select b.user_id, t.slug, date_trunc('week', b.booking_on)::date as week_start_on,
    sum(extract(epoch from b.ends_at - b.starts_at) / 60)::int as minutes
  from bookings b join booking_types t on t.id = b.booking_type_id
  where b.status = 'confirmed' group by 1, 2, 3
) b on b.user_id = u.user_id and b.slug = u.booking_type_slug and b.week_start_on = u.week_start_on
where coalesce(u.minutes_used, 0) <> coalesce(b.minutes, 0);

-- a booking of a series that is somebody else's, or of another facility
select 'booking ' || b.id || ' of series ' || s.id as what
from bookings b join booking_series s on s.id = b.series_id
where b.user_id <> s.user_id or b.booking_type_id <> s.booking_type_id;

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

-- tokens: a movement that says another balance than the movements before it add up to
select 'movement ' || id || ': says ' || balance_after || ', adds up to ' || running as what
from (
  select id, balance_after, sum(amount) over (partition by user_id order by seq) as running from token_transactions
) t where balance_after <> running;

-- tokens: a booking that took other tokens than it says
select 'booking ' || b.id || ': says ' || b.tokens_used || ', took ' || coalesce(-t.amount, 0) as what
from bookings b left join token_transactions t on t.user_id = b.user_id and t.ref = 'booking:' || b.id
where b.tokens_used <> coalesce(-t.amount, 0);

-- tokens: an event that took or gave back other tokens than its registration says
select 'registration ' || r.id || ': says ' || r.tokens_used || ' and ' || r.tokens_returned || ', moved '
  || coalesce(-t.amount, 0) || ' and ' || coalesce(b.amount, 0) as what
from event_registrations r
left join token_transactions t on t.user_id = r.user_id and t.ref = 'event:' || r.id
left join token_transactions b on b.reverses_id = t.id
where r.tokens_used <> coalesce(-t.amount, 0) or r.tokens_returned <> coalesce(b.amount, 0);

-- points: what somebody has differs from what the ledger says
select 'person ' || user_id || ': has ' || sum(has) || ', ledger ' || sum(moved) as what
from (
  select user_id, total_points as has, 0 as moved from user_points
  union all
  select user_id, 0, amount from point_transactions
) t group by user_id having sum(has) <> sum(moved);

-- points: a movement that says another total than the movements before it add up to
select 'movement ' || id || ': says ' || total_after || ', adds up to ' || running as what
from (
  select id, total_after, sum(amount) over (partition by user_id order by seq) as running from point_transactions
) t where total_after <> running;

-- points: what somebody has of an event at which they were not, or less than nothing; of one that was cancelled they keep what they had spent
select 'registration ' || t.id || ': ' || t.points as what
from (select split_part(ref, ':', 2) as id, user_id, sum(amount) as points from point_transactions
  where ref like 'attended:%' group by 1, 2) t
where t.points < 0 or (t.points > 0 and not exists (
  select from event_registrations r join events e on e.id = r.event_id
  where r.id::text = t.id and r.user_id = t.user_id and (r.status = 'attended' or e.cancelled_at is not null)));

-- points: a purchase in the store that took other points than it says, or has not given back what was refunded
select 'store order ' || coalesce(o.id::text, t.id) || ': says ' || coalesce(o.points, 0) || ', took ' || coalesce(t.points, 0) as what
from (select id, user_id, case status when 'paid' then points_deducted else 0 end as points from shopify_orders) o
full join (select split_part(ref, ':', 2) as id, user_id, -sum(amount) as points from point_transactions
  where ref like 'store:%' group by 1, 2) t on t.id = o.id::text and t.user_id = o.user_id
where coalesce(o.points, 0) <> coalesce(t.points, 0);

-- points: a purchase in the store that is paid and whose goods do not add up to what it asked for
select 'store order ' || o.id || ': ' || o.total_points_required as what
from shopify_orders o
where o.total_points_required <> (select coalesce(sum((i ->> 'quantity')::int * (i ->> 'pointsRequired')::int), 0)
  from jsonb_array_elements(o.order_items) i);

-- events: somebody was there by an entry that does not count
select 'registration ' || r.id as what
from event_registrations r
where r.is_attended_by_scan and not exists (select from scans s where s.pass_id = r.id and s.outcome = 'admitted'
  and not exists (select from scan_reversals v where v.scan_id = s.id));

-- tokens: an order that credited other tokens than were paid for; what went back at once, from a closed account, credits none
select 'order ' || coalesce(o.id::text, t.ref) || ': paid for ' || coalesce(o.quantity, 0) || ', credited ' || coalesce(t.amount, 0) as what
from (select id, (lines -> 0 ->> 'quantity')::int as quantity from orders where kind = 'tokens' and paid_at is not null
    and not exists (select 1 from refunds r where r.ref = 'gone:' || orders.id)) o
full join (select ref, amount from tokens where ref like 'order:%') t on t.ref = 'order:' || o.id
where coalesce(o.quantity, 0) <> coalesce(t.amount, 0);

-- tokens: a purchase whose money has gone, of which less was taken back than it paid for and nothing is owed for the rest
select 'order ' || o.id || ': gone for ' || o.gone || ', taken back ' || o.taken || ', owed ' || t.owed as what
from (select id, least((lines -> 0 ->> 'quantity')::int, (lost_pence + (select coalesce(sum(r.amount_pence), 0) from refunds r
      where r.order_id = orders.id and r.ref like 'provider:%')) / (lines -> 0 ->> 'unitPence')::int) as gone,
    coalesce((select -sum(b.amount) from token_transactions b where b.ref like 'back:' || orders.id || ':%'), 0) as taken
  from orders where kind = 'tokens' and refunded_pence + lost_pence > 0) o
join tokens t on t.ref = 'order:' || o.id
where o.gone > o.taken + t.owed;

-- money: a paid order without its money in the ledger, or the reverse
select 'order ' || o.id || ': ' || o.status || ' over ' || o.amount_pence || ', ledger ' || coalesce(sum(l.amount_pence), 0) as what
from orders o left join ledger_entries l on l.order_id = o.id and l.amount_pence > 0 and l.external_ref not like 'dispute%'
  and l.external_ref not like 'refund:%'
group by o.id
having coalesce(sum(l.amount_pence), 0) <> case when o.status in ('paid', 'refunded') then o.amount_pence else 0 end;

-- money: bookings that were cancelled together and say other sums than went back for them
select 'order ' || coalesce(b.order_id, r.order_id) || ': bookings say ' || coalesce(b.sum, 0) || ', refunds ' || coalesce(r.sum, 0) as what
from (select order_id, sum(returned_pence) as sum from bookings where returned_pence > 0 group by 1) b
full join (select r.order_id, sum(r.amount_pence) as sum from refunds r join orders o on o.id = r.order_id
  where r.ref like 'series:%' or r.ref like 'owed:%' and o.kind = 'booking' group by 1) r on r.order_id = b.order_id
where coalesce(b.sum, 0) <> coalesce(r.sum, 0);

-- money: bookings that wait for a bank to return other sums than their order says
select 'order ' || o.id || ': says ' || o.owed_pence || ', bookings ' || coalesce(sum(b.owed_pence), 0) as what
from orders o left join bookings b on b.order_id = o.id where o.kind = 'booking'
group by o.id having o.owed_pence <> coalesce(sum(b.owed_pence), 0);

-- money: an order that gave back something else than its refunds or the ledger
select 'order ' || o.id || ': says ' || o.refunded_pence || ', refunds ' || r.sum || ', ledger ' || l.sum as what
from orders o,
  lateral (select coalesce(sum(amount_pence), 0) as sum from refunds where order_id = o.id and refused_payment_intent_id is null) r,
  lateral (select coalesce(-sum(amount_pence), 0) as sum from ledger_entries where order_id = o.id and external_ref like 'refund:%') l
where o.refunded_pence <> r.sum or o.refunded_pence <> l.sum;

-- money: a refused payment that was entered one way only
select 'refund ' || r.id || ': ledger ' || coalesce(sum(l.amount_pence), 0) || ' in ' || count(l.id) || ' entries' as what
from refunds r left join ledger_entries l on l.external_ref in (r.refused_payment_intent_id, 'refund:' || r.ref)
where r.refused_payment_intent_id is not null and r.currency = 'gbp'
group by r.id having count(l.id) <> 2 or sum(l.amount_pence) <> 0;

-- money: an entry that moved another way than the payment of its order
select 'entry ' || l.id || ': ' || l.way || ', order ' || o.way as what
from ledger_entries l join orders o on o.id = l.order_id
where l.way <> o.way and l.external_ref not like 'refund:otherwise:%';

-- money: a session that counts as paid without a payment
select 'studio ' || b.id as what
from studio_bookings b left join orders o on o.id = b.order_id
where b.paid_at is not null and b.price_pence > 0 and o.paid_at is null;

-- money: what the desk took for a session, or handed back of it, differs from its entries in the ledger
select 'order ' || o.id || ': desk has ' || d.pence || ', ledger ' || l.pence as what
from orders o left join studio_bookings b on b.order_id = o.id,
  lateral (select case when b.id is null then 0 when b.handed_back_at is null then b.price_pence
    else b.price_pence - b.desk_owed_pence end as pence) d,
  lateral (select coalesce(sum(amount_pence), 0) as pence from ledger_entries where order_id = o.id and way = 'desk') l
where o.way = 'desk' and o.kind = 'studio' and d.pence <> l.pence;

-- money: a refund that the provider could not make and that did not go back another way, or the reverse
select 'refund ' || r.id || ': ' || r.status || ', ' || count(l.id) || ' entries over ' || coalesce(sum(l.amount_pence), 0) as what
from refunds r left join ledger_entries l on l.external_ref in ('refund:failed:' || r.ref, 'refund:otherwise:' || r.ref)
where r.currency = 'gbp'
group by r.id having count(l.id) <> case when r.status = 'settled' then 2 else 0 end or coalesce(sum(l.amount_pence), 0) <> 0;

-- money: a refund of an invoice without its entry
select 'refund ' || r.id || ': ledger ' || coalesce(sum(l.amount_pence), 0) as what
from refunds r left join ledger_entries l on l.external_ref = 'refund:' || r.ref
where r.invoice_id is not null and r.currency = 'gbp'
group by r.id having coalesce(sum(l.amount_pence), 0) <> -r.amount_pence;

-- money: what the house holds of somebody's payments, one by one, differs from the ledger
select 'person ' || coalesce(user_id, 'without an account') || ': of payments ' || sum(held) || ', ledger ' || sum(moved) as what
from (
  select user_id, paid_pence - given_back_pence - disputed_pence as held, 0 as moved from held_payments
  union all
  select user_id, 0, amount_pence from ledger_entries
) t group by user_id having sum(held) <> sum(moved);

-- money: what somebody's own list of payments adds up to differs from the ledger
select 'person ' || coalesce(user_id, 'without an account') || ': payments ' || sum(seen) || ', ledger ' || sum(moved) as what
from (
  select user_id, amount_pence - refunded_pence - disputed_pence as seen, 0 as moved from payments where paid_at is not null
  union all
  select user_id, 0, amount_pence from ledger_entries
) t group by user_id having sum(seen) <> sum(moved);

-- money: a payment of which more was given back than was paid
select 'payment ' || external_ref || ': paid ' || paid_pence || ', given back ' || given_back_pence as what
from held_payments where given_back_pence > paid_pence;

-- money: an order whose disputed money differs from the ledger
select 'order ' || o.id || ': says ' || o.disputed_pence || ', ledger ' || l.sum as what
from orders o,
  lateral (select coalesce(-sum(amount_pence), 0) as sum from ledger_entries where order_id = o.id and external_ref like 'dispute%') l
where o.disputed_pence <> least(o.amount_pence, l.sum);

-- money: an order that says its payer keeps other money for good than their banks decided
select 'order ' || o.id || ': says ' || o.lost_pence || ', disputes ' || l.sum as what
from orders o,
  lateral (select coalesce(-sum(e.amount_pence), 0) as sum from disputes d
    join ledger_entries e on e.external_ref in ('dispute:' || d.id, 'dispute-won:' || d.id)
    where d.order_id = o.id and d.status = 'lost') l
where o.lost_pence <> least(o.amount_pence, l.sum);

-- money: a confirmed card booking whose order was not paid
select 'booking ' || b.id || ': order ' || o.status as what
from bookings b join orders o on o.id = b.order_id
where b.status = 'confirmed' and b.paid_with = 'card' and o.status not in ('paid', 'refunded');

-- money: an active rental that was never paid for
select 'rental ' || m.id as what from studio_rental_members m
where m.migration_status = 'activated' and not exists (
  select from ledger_entries l where l.kind = 'rental' and l.user_id = m.user_id and l.amount_pence > 0);

-- an unpaid hold that outlived its time by an hour
select 'booking ' || id || ' held until ' || held_until as what from bookings
where status = 'pending' and held_until < (select now from at) - interval '1 hour';

-- two active memberships of one person
select 'person ' || user_id as what from user_memberships where status = 'active' group by user_id having count(*) > 1;

-- two first admissions on one pass
select 'pass ' || pass_id as what from scans where is_first_entry group by pass_id having count(*) > 1;

-- a ticket that counts other entries than were scanned
select 'ticket ' || t.id || ': ' || t.check_in_count || ', scans ' || count(s.id) as what
from market_visitor_tickets t join scans s on s.pass_id = t.id and s.outcome = 'admitted'
  and not exists (select 1 from scan_reversals r where r.scan_id = s.id)
group by t.id having t.check_in_count < count(s.id) filter (where not s.is_double and s.objection is null);

-- a scan of a market ticket that is not there
select 'scan ' || s.id || ': ticket ' || s.pass_id as what
from scans s where s.kind = 'market-checkin' and s.pass_id is not null
  and not exists (select 1 from market_visitor_tickets t where t.id = s.pass_id);

-- a guest pass that counts other entries than were scanned
select 'guest pass ' || p.id || ': ' || p.times_used || ', scans ' || count(s.id) as what
from guest_passes p left join scans s on s.pass_id = p.id and s.kind = 'guest-pass' and s.outcome = 'admitted'
  and not exists (select 1 from scan_reversals r where r.scan_id = s.id)
group by p.id having p.times_used <> count(s.id);

-- a tour that counts other places than its parties take
select 'tour ' || t.id || ': ' || t.booked_count || ', parties ' || coalesce(sum(b.party_size), 0) as what
from tour_slots t left join tour_bookings b on b.tour_slot_id = t.id and b.status <> 'cancelled'
group by t.id having t.booked_count <> coalesce(sum(b.party_size), 0);

-- an event that counts other people than come
select 'event ' || e.id || ': ' || e.registered_count || ', registered ' || coalesce(sum(1 + r.plus_ones), 0) as what
from events e left join event_registrations r on r.event_id = e.id and r.status <> 'cancelled'
group by e.id having e.registered_count <> coalesce(sum(1 + r.plus_ones), 0);

-- an event that holds other places for those who wait than they are offered
select 'event ' || e.id || ': ' || e.offered_count || ', offered ' || coalesce(sum(w.people), 0) as what
from events e left join waiting_entries w on w.kind = 'event' and w.subject = e.id::text and w.status = 'offered'
group by e.id having e.offered_count <> coalesce(sum(w.people), 0);

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
where status = 'received' and received_at < (select now from at) - interval '1 hour';

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

-- guests' tickets: a purchase that is paid for without all of its tickets, or the reverse
select 'purchase ' || p.id || ': ' || p.status || ' with ' || t.alive || ' of ' || p.quantity || ' tickets, order ' || o.status as what
from guest_ticket_purchases p join orders o on o.id = p.order_id,
  lateral (select count(*) filter (where status in ('issued', 'used')) as alive, count(*) filter (where status = 'issued') as unused
    from market_visitor_tickets where purchase_id = p.id) t
where (p.status = 'confirmed') <> (o.status = 'paid') and not (p.status = 'cancelled' and o.disputed_pence = o.amount_pence)
  or p.status = 'confirmed' and t.alive <> p.quantity or p.status <> 'confirmed' and t.unused > 0
  or p.status = 'pending' and o.status <> 'pending' or o.kind <> 'guest_tickets';

-- guests' tickets: one that is for another day, or at another price, than was paid for
select 'ticket ' || t.id as what
from market_visitor_tickets t join guest_ticket_purchases p on p.id = t.purchase_id join market_days d on d.id = p.market_day_id
where t."on" <> d."on" or t.price_pence <> p.unit_pence;

-- money: guests' tickets that cost another sum than was asked for
select 'purchase ' || p.id || ': ' || p.quantity * p.unit_pence || ', order ' || o.amount_pence as what
from guest_ticket_purchases p join orders o on o.id = p.order_id where o.amount_pence <> p.quantity * p.unit_pence;
