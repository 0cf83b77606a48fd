CREATE TABLE "guest_ticket_purchases" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"market_day_id" uuid NOT NULL,
	"generation" integer NOT NULL,
	"user_id" text,
	"guest_name" text NOT NULL,
	"guest_email" text NOT NULL,
	"quantity" integer NOT NULL,
	"unit_pence" integer NOT NULL,
	"order_id" uuid NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"reason" text,
	"changed_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "guest_ticket_purchases_status" CHECK ("guest_ticket_purchases"."status" in ('pending', 'confirmed', 'expired', 'cancelled', 'withdrawn')),
	CONSTRAINT "guest_ticket_purchases_quantity" CHECK ("guest_ticket_purchases"."quantity" between 1 and 10),
	CONSTRAINT "guest_ticket_purchases_price" CHECK ("guest_ticket_purchases"."unit_pence" > 0)
);
--> statement-breakpoint
ALTER TABLE "market_visitor_tickets" DROP CONSTRAINT "market_visitor_tickets_used";--> statement-breakpoint
DROP INDEX "orders_search";--> statement-breakpoint
ALTER TABLE "disputes" ALTER COLUMN "user_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "ledger_entries" ALTER COLUMN "user_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ALTER COLUMN "user_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ALTER COLUMN "user_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "market_visitor_tickets" ADD COLUMN "purchase_id" uuid;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "payer_name" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "payer_email" text;--> statement-breakpoint
ALTER TABLE "guest_ticket_purchases" ADD CONSTRAINT "guest_ticket_purchases_market_day_id_market_days_id_fk" FOREIGN KEY ("market_day_id") REFERENCES "public"."market_days"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "guest_ticket_purchases" ADD CONSTRAINT "guest_ticket_purchases_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "guest_ticket_purchases" ADD CONSTRAINT "guest_ticket_purchases_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "guest_ticket_purchases_order" ON "guest_ticket_purchases" USING btree ("order_id");--> statement-breakpoint
CREATE UNIQUE INDEX "guest_ticket_purchases_open" ON "guest_ticket_purchases" USING btree (lower("guest_email")) WHERE "guest_ticket_purchases"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "guest_ticket_purchases_market_day_id_status_index" ON "guest_ticket_purchases" USING btree ("market_day_id","status");--> statement-breakpoint
CREATE INDEX "guest_ticket_purchases_user_id_index" ON "guest_ticket_purchases" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "guest_ticket_purchases_created_at_id_index" ON "guest_ticket_purchases" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "guest_ticket_purchases_search" ON "guest_ticket_purchases" USING gin ("guest_name" gin_trgm_ops,"guest_email" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "market_visitor_tickets_purchase_id_index" ON "market_visitor_tickets" USING btree ("purchase_id");--> statement-breakpoint
CREATE INDEX "orders_search" ON "orders" USING gin ("description" gin_trgm_ops,"payer_name" gin_trgm_ops,"payer_email" gin_trgm_ops);--> statement-breakpoint
ALTER TABLE "market_visitor_tickets" ADD CONSTRAINT "market_visitor_tickets_bought" CHECK (("market_visitor_tickets"."purchase_id" is null or "market_visitor_tickets"."ticket_type" = 'guest') and ("market_visitor_tickets"."status" <> 'cancelled' or "market_visitor_tickets"."purchase_id" is not null));--> statement-breakpoint
ALTER TABLE "market_visitor_tickets" ADD CONSTRAINT "market_visitor_tickets_used" CHECK ("market_visitor_tickets"."status" in ('issued', 'used', 'void', 'cancelled') and ("market_visitor_tickets"."status" in ('used', 'void')) = ("market_visitor_tickets"."used_at" is not null)
        and ("market_visitor_tickets"."used_at" is null) = ("market_visitor_tickets"."last_entry_at" is null) and "market_visitor_tickets"."last_entry_at" >= "market_visitor_tickets"."used_at"
        and ("market_visitor_tickets"."status" in ('used', 'void')) = ("market_visitor_tickets"."check_in_count" > 0) and ("market_visitor_tickets"."status" <> 'void' or "market_visitor_tickets"."ticket_type" = 'guest'));--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_payer" CHECK (("orders"."user_id" is null) = ("orders"."payer_email" is not null and "orders"."payer_name" is not null));--> statement-breakpoint
-- Hand-written: a ticket that was bought belongs to its purchase (its noun stands above that of tickets); what staff do to purchases is
-- audited without names and addresses; and the views of payments know payers without an account, whose money always has an
-- order, or stands refused under its own id.
alter table market_visitor_tickets add constraint market_visitor_tickets_purchase_fk foreign key (purchase_id) references guest_ticket_purchases (id);
--> statement-breakpoint
select audit_table('guest_ticket_purchases', 'id', array['guest_name', 'guest_email', 'reason']);
--> statement-breakpoint
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
where l.user_id is not null and l.amount_pence > 0 and l.external_ref not like 'dispute%'
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
where l.user_id is null and l.amount_pence > 0 and l.external_ref not like 'dispute%';
--> statement-breakpoint
create or replace view payments as
select o.id, o.user_id, o.kind, o.status, o.description, o.lines, o.amount_pence, o.credit_pence, o.refunded_pence,
  o.disputed_pence, o.created_at, o.paid_at, o.expires_at, o.id as order_id, null::text as external_ref,
  v.vat_percent, v.vat_number, v.vat_pence
from orders o
left join lateral (
  select l.vat_percent, l.vat_number, l.vat_pence from ledger_entries l
  where l.order_id = o.id and l.amount_pence > 0 and l.external_ref not like 'dispute%' limit 1
) v on true
union all
select l.id, l.user_id, l.kind, case when r.pence >= l.amount_pence then 'refunded' else 'paid' end, l.description,
  jsonb_build_array(jsonb_build_object('name', l.description, 'quantity', 1, 'unitPence', l.amount_pence)),
  l.amount_pence, 0, r.pence, d.pence, l.created_at, l.created_at, l.created_at, null::uuid, l.external_ref,
  l.vat_percent, l.vat_number, l.vat_pence
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
where l.order_id is null and l.amount_pence > 0 and l.external_ref not like 'dispute%';
