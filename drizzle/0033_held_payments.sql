ALTER TABLE "user_memberships" ADD COLUMN "monthly_pence" integer;--> statement-breakpoint
ALTER TABLE "disputes" ADD COLUMN "invoice_id" text;--> statement-breakpoint
-- Hand-written: what the house holds of every payment. Money that went back is matched by the order it was of, else by the
-- invoice or the refused payment; what a bank took and returned is what the ledger says of its dispute.
CREATE VIEW held_payments AS
SELECT l.user_id, l.kind, l.order_id, l.external_ref, l.created_at, l.amount_pence AS paid_pence,
  coalesce(r.pence, 0)::integer AS given_back_pence, coalesce(d.pence, 0)::integer AS disputed_pence
FROM ledger_entries l
LEFT JOIN (
  SELECT user_id, coalesce(refused_payment_intent_id, order_id::text, invoice_id) AS payment, sum(amount_pence) AS pence
  FROM refunds WHERE currency = 'gbp' GROUP BY 1, 2
) r ON r.user_id = l.user_id AND r.payment = coalesce(l.order_id::text, l.external_ref)
LEFT JOIN (
  SELECT d.user_id, coalesce(d.order_id::text, d.invoice_id) AS payment, -sum(e.amount_pence) AS pence
  FROM disputes d JOIN ledger_entries e ON e.external_ref IN ('dispute:' || d.id, 'dispute-won:' || d.id)
  GROUP BY 1, 2
) d ON d.user_id = l.user_id AND d.payment = coalesce(l.order_id::text, l.external_ref)
WHERE l.amount_pence > 0 AND l.external_ref NOT LIKE 'dispute%';
