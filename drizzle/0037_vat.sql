ALTER TABLE "ledger_entries" ADD COLUMN "vat_percent" integer;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD COLUMN "vat_number" text;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD COLUMN "vat_pence" integer GENERATED ALWAYS AS (round(amount_pence::numeric * vat_percent / (100 + vat_percent))::integer) STORED;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_vat" CHECK ("ledger_entries"."vat_percent" between 0 and 100);--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_vat_number" CHECK (("ledger_entries"."vat_percent" is null) = ("ledger_entries"."vat_number" is null));--> statement-breakpoint
-- Hand-written: every payment that somebody makes, for its list, its page and its paper: orders, and what came in without
-- one (later months and changes of a plan, and payments that were refused). What went back of the latter is matched as in
-- held_payments, row by row, so that reading one payment or one person's reads nothing of others.
CREATE VIEW payments AS
SELECT o.id, o.user_id, o.kind, o.status, o.description, o.lines, o.amount_pence, o.credit_pence, o.refunded_pence,
  o.disputed_pence, o.created_at, o.paid_at, o.expires_at, o.id AS order_id, NULL::text AS external_ref,
  v.vat_percent, v.vat_number, v.vat_pence
FROM orders o
LEFT JOIN LATERAL (
  SELECT l.vat_percent, l.vat_number, l.vat_pence FROM ledger_entries l
  WHERE l.order_id = o.id AND l.amount_pence > 0 AND l.external_ref NOT LIKE 'dispute%' LIMIT 1
) v ON true
UNION ALL
SELECT l.id, l.user_id, l.kind, CASE WHEN r.pence >= l.amount_pence THEN 'refunded' ELSE 'paid' END, l.description,
  jsonb_build_array(jsonb_build_object('name', l.description, 'quantity', 1, 'unitPence', l.amount_pence)),
  l.amount_pence, 0, r.pence, d.pence, l.created_at, l.created_at, l.created_at, NULL::uuid, l.external_ref,
  l.vat_percent, l.vat_number, l.vat_pence
FROM ledger_entries l,
LATERAL (
  SELECT coalesce(sum(amount_pence), 0)::integer AS pence FROM refunds
  WHERE user_id = l.user_id AND currency = 'gbp'
    AND coalesce(refused_payment_intent_id, order_id::text, invoice_id) = l.external_ref
) r,
LATERAL (
  SELECT coalesce(-sum(e.amount_pence), 0)::integer AS pence
  FROM disputes JOIN ledger_entries e ON e.external_ref IN ('dispute:' || disputes.id, 'dispute-won:' || disputes.id)
  WHERE disputes.user_id = l.user_id AND disputes.order_id IS NULL AND disputes.invoice_id = l.external_ref
) d
WHERE l.order_id IS NULL AND l.amount_pence > 0 AND l.external_ref NOT LIKE 'dispute%';
