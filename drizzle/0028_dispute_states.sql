-- Hand-written: rows change here, and a table whose audit waits for the end of the transaction cannot be altered.
SET CONSTRAINTS ALL IMMEDIATE;--> statement-breakpoint
ALTER TABLE "disputes" DROP CONSTRAINT "disputes_status";--> statement-breakpoint
-- Hand-written: what was called won without anything having been taken was a question of the bank.
UPDATE "disputes" SET "status" = CASE
  WHEN "status" = 'open' THEN 'to_answer'
  WHEN "status" = 'won' AND NOT EXISTS (SELECT FROM "ledger_entries" WHERE "external_ref" = 'dispute:' || "disputes"."id") THEN 'closed'
  ELSE "status" END;--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_status" CHECK ("disputes"."status" in ('inquiry', 'to_answer', 'under_review', 'won', 'lost', 'closed'));