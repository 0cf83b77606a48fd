DROP INDEX "live_events_created_at_index";--> statement-breakpoint
ALTER TABLE "live_events" ADD COLUMN "transaction" bigint DEFAULT pg_current_xact_id()::text::bigint NOT NULL;--> statement-breakpoint
CREATE INDEX "live_events_transaction_index" ON "live_events" USING btree ("transaction");