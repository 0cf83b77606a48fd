ALTER TABLE "refunds" DROP CONSTRAINT "refunds_status";--> statement-breakpoint
ALTER TABLE "bookings" DROP CONSTRAINT "bookings_returned";--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD COLUMN "way" text DEFAULT 'card' NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "way" text DEFAULT 'card' NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "settled_way" text;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "settled_reason" text;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "owed_pence" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_way" CHECK ("ledger_entries"."way" in ('card', 'desk', 'transfer'));--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_way" CHECK ("orders"."way" in ('card', 'desk'));--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_desk" CHECK ("orders"."way" = 'card' or ("orders"."paid_at" is not null and "orders"."stripe_session_id" is null and "orders"."stripe_payment_intent_id" is null
        and "orders"."disputed_pence" = 0 and "orders"."credit_pence" = 0));--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_settled_way" CHECK ("refunds"."settled_way" in ('desk', 'transfer'));--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_settled" CHECK (("refunds"."status" = 'settled') = ("refunds"."settled_way" is not null) and ("refunds"."settled_way" is null) = ("refunds"."settled_reason" is null));--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_status" CHECK ("refunds"."status" in ('pending', 'done', 'failed', 'settled'));--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_returned" CHECK ("bookings"."returned_pence" between 0 and "bookings"."price_pence" and "bookings"."owed_pence" between 0 and "bookings"."price_pence" - coalesce("bookings"."returned_pence", 0));--> statement-breakpoint
-- Hand-written: what the desk took and handed back for the studio before this release is a payment like any other. Of its
-- VAT nobody kept anything.
insert into orders (user_id, kind, status, way, amount_pence, description, lines, reference, expires_at, paid_at, created_at)
select s.user_id, 'studio', 'paid', 'desk', s.price_pence, w.words,
  jsonb_build_array(jsonb_build_object('name', w.words, 'quantity', 1, 'unitPence', s.price_pence)), s.id::text, s.paid_at, s.paid_at, s.paid_at
from studio_bookings s, lateral (select 'Photography Studio, ' || to_char(s.booking_date::date, 'Dy FMDD Mon YYYY') || ', '
  || s.start_time || '–' || s.end_time as words) w
where s.paid_at is not null and s.order_id is null and s.price_pence > 0;
--> statement-breakpoint
update studio_bookings s set order_id = o.id from orders o where o.way = 'desk' and o.reference = s.id::text;
--> statement-breakpoint
insert into ledger_entries (user_id, order_id, kind, way, amount_pence, description, external_ref, created_at)
select user_id, id, kind, way, amount_pence, description, 'desk:' || id, paid_at from orders where way = 'desk';
--> statement-breakpoint
insert into refunds (user_id, order_id, amount_pence, reason, ref, status, created_at, done_at)
select s.user_id, s.order_id, s.desk_owed_pence, 'Handed back at the desk', 'studio-desk:' || s.order_id, 'done', s.handed_back_at, s.handed_back_at
from studio_bookings s join orders o on o.id = s.order_id where o.way = 'desk' and s.handed_back_at is not null;
--> statement-breakpoint
insert into ledger_entries (user_id, order_id, kind, way, amount_pence, description, external_ref, created_at)
select r.user_id, r.order_id, o.kind, 'desk', -r.amount_pence, r.reason, 'refund:' || r.ref, r.created_at
from refunds r join orders o on o.id = r.order_id where o.way = 'desk';
--> statement-breakpoint
update orders set refunded_pence = r.amount_pence, status = case when r.amount_pence = orders.amount_pence then 'refunded' else 'paid' end
from refunds r where r.order_id = orders.id and orders.way = 'desk';
--> statement-breakpoint
-- What was cancelled while a bank had its money waits for it still, or has come back since: the first of an order to begin has its
-- part first, each no more than it cost and has not given back otherwise.
update bookings b set returned_pence = coalesce(b.returned_pence, 0) + p.part from (
  select c.id, greatest(0, least(c.room, r.pence - sum(c.room) over (partition by c.order_id order by c.starts_at, c.id) + c.room)) as part
  from (select id, order_id, starts_at, price_pence - coalesce(returned_pence, 0)
    - coalesce((select amount_pence from refunds where ref = 'booking:' || bookings.id), 0) as room
    from bookings where status = 'cancelled') c
  join (select order_id, sum(amount_pence) as pence from refunds where ref like 'owed:%' group by 1) r on r.order_id = c.order_id
) p where p.id = b.id and p.part > 0;
--> statement-breakpoint
update bookings b set owed_pence = p.part from (
  select c.id, greatest(0, least(c.room, o.owed_pence - sum(c.room) over (partition by c.order_id order by c.starts_at, c.id) + c.room)) as part
  from (select id, order_id, starts_at, price_pence - coalesce(returned_pence, 0)
    - coalesce((select amount_pence from refunds where ref = 'booking:' || bookings.id), 0) as room
    from bookings where status = 'cancelled') c
  join orders o on o.id = c.order_id and o.kind = 'booking' and o.owed_pence > 0
) p where p.id = b.id and p.part > 0;
--> statement-breakpoint
set constraints all immediate;
--> statement-breakpoint
-- What the office writes about a refund may name somebody: the log keeps it no more than the other words.
drop trigger audit_refunds on refunds;
--> statement-breakpoint
select audit_table('refunds', 'id', array['reason', 'last_error', 'settled_reason']);
--> statement-breakpoint
-- A refund that could not be made is entered back, and is no payment; and of each payment one reads which way it came.
create or replace view held_payments as
select l.user_id, l.kind, l.order_id, l.external_ref, l.created_at, l.amount_pence as paid_pence,
  coalesce(r.pence, 0)::integer as given_back_pence, coalesce(d.pence, 0)::integer as disputed_pence
from ledger_entries l
left join (
  select user_id, coalesce(refused_payment_intent_id, order_id::text, invoice_id) as payment, sum(amount_pence) as pence
  from refunds where currency = 'gbp' group by 1, 2
) r on r.user_id = l.user_id and r.payment = coalesce(l.order_id::text, l.external_ref)
left join (
  select d.user_id, coalesce(d.order_id::text, d.invoice_id) as payment, -sum(e.amount_pence) as pence
  from disputes d join ledger_entries e on e.external_ref in ('dispute:' || d.id, 'dispute-won:' || d.id)
  group by 1, 2
) d on d.user_id = l.user_id and d.payment = coalesce(l.order_id::text, l.external_ref)
where l.user_id is not null and l.amount_pence > 0 and l.external_ref not like 'dispute%' and l.external_ref not like 'refund:%'
union all
select l.user_id, l.kind, l.order_id, l.external_ref, l.created_at, l.amount_pence, r.pence, d.pence
from ledger_entries l,
lateral (
  select coalesce(sum(amount_pence), 0)::integer as pence from refunds
  where currency = 'gbp' and (order_id = l.order_id and refused_payment_intent_id is null or ref = 'refused:' || l.external_ref)
) r,
lateral (
  select coalesce(-sum(e.amount_pence), 0)::integer as pence
  from disputes join ledger_entries e on e.external_ref in ('dispute:' || disputes.id, 'dispute-won:' || disputes.id)
  where disputes.order_id = l.order_id
) d
where l.user_id is null and l.amount_pence > 0 and l.external_ref not like 'dispute%' and l.external_ref not like 'refund:%';
--> statement-breakpoint
create or replace view payments as
select o.id, o.user_id, o.kind, o.status, o.description, o.lines, o.amount_pence, o.credit_pence, o.refunded_pence,
  o.disputed_pence, o.created_at, o.paid_at, o.expires_at, o.id as order_id, null::text as external_ref,
  v.vat_percent, v.vat_number, v.vat_pence, o.way
from orders o
left join lateral (
  select l.vat_percent, l.vat_number, l.vat_pence from ledger_entries l
  where l.order_id = o.id and l.amount_pence > 0 and l.external_ref not like 'dispute%' and l.external_ref not like 'refund:%' limit 1
) v on true
union all
select l.id, l.user_id, l.kind, case when r.pence >= l.amount_pence then 'refunded' else 'paid' end, l.description,
  jsonb_build_array(jsonb_build_object('name', l.description, 'quantity', 1, 'unitPence', l.amount_pence)),
  l.amount_pence, 0, r.pence, d.pence, l.created_at, l.created_at, l.created_at, null::uuid, l.external_ref,
  l.vat_percent, l.vat_number, l.vat_pence, l.way
from ledger_entries l,
lateral (
  select coalesce(sum(amount_pence), 0)::integer as pence from refunds
  where currency = 'gbp' and (
    user_id = l.user_id and coalesce(refused_payment_intent_id, order_id::text, invoice_id) = l.external_ref
    or l.user_id is null and ref = 'refused:' || l.external_ref)
) r,
lateral (
  select coalesce(-sum(e.amount_pence), 0)::integer as pence
  from disputes join ledger_entries e on e.external_ref in ('dispute:' || disputes.id, 'dispute-won:' || disputes.id)
  where disputes.user_id = l.user_id and disputes.order_id is null and disputes.invoice_id = l.external_ref
) d
where l.order_id is null and l.amount_pence > 0 and l.external_ref not like 'dispute%' and l.external_ref not like 'refund:%';
