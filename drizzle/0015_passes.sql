-- Hand-written, because tables are renamed: the door writes down scans of every kind of pass, and cancelling a market day withdraws the codes of its tickets at once.

ALTER TABLE "market_scans" RENAME TO "scans";--> statement-breakpoint
ALTER TABLE "scans" RENAME COLUMN "ticket_id" TO "pass_id";--> statement-breakpoint
ALTER TABLE "scans" DROP CONSTRAINT "market_scans_ticket_id_market_visitor_tickets_id_fk";--> statement-breakpoint
ALTER TABLE "scans" RENAME CONSTRAINT "market_scans_pkey" TO "scans_pkey";--> statement-breakpoint
ALTER TABLE "scans" RENAME CONSTRAINT "market_scans_scanned_by_user_id_fk" TO "scans_scanned_by_user_id_fk";--> statement-breakpoint
ALTER TABLE "scans" RENAME CONSTRAINT "market_scans_outcome" TO "scans_outcome";--> statement-breakpoint
ALTER TABLE "scans" RENAME CONSTRAINT "market_scans_first" TO "scans_first";--> statement-breakpoint
ALTER TABLE "scans" RENAME CONSTRAINT "market_scans_double" TO "scans_double";--> statement-breakpoint
ALTER INDEX "market_scans_first_entry" RENAME TO "scans_first_entry";--> statement-breakpoint
ALTER INDEX "market_scans_ticket_id_scanned_at_index" RENAME TO "scans_pass_id_scanned_at_index";--> statement-breakpoint
ALTER INDEX "market_scans_received_at_index" RENAME TO "scans_received_at_index";--> statement-breakpoint
ALTER TABLE "scans" ADD COLUMN "kind" text DEFAULT 'market-checkin' NOT NULL;--> statement-breakpoint
ALTER TABLE "scans" ALTER COLUMN "kind" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "scans" ADD COLUMN "person_id" text;--> statement-breakpoint
DROP TRIGGER "market_scans_append_only" ON "scans";--> statement-breakpoint
UPDATE "scans" SET "person_id" = "t"."user_id" FROM "market_visitor_tickets" "t" WHERE "t"."id" = "scans"."pass_id";--> statement-breakpoint
create trigger scans_append_only before update or delete on scans for each row execute function append_only();--> statement-breakpoint
ALTER TABLE "scans" ADD CONSTRAINT "scans_person_id_user_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "scans_person_id_index" ON "scans" USING btree ("person_id");--> statement-breakpoint
ALTER TABLE "market_days" ADD COLUMN "generation" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "market_days" ADD CONSTRAINT "market_days_generation" CHECK ("market_days"."generation" between 1 and 65535);--> statement-breakpoint
select set_config('app.audited', 'off', true);--> statement-breakpoint
UPDATE "market_days" SET "generation" = "t"."generation" FROM (SELECT "on", max("generation") AS "generation" FROM "market_visitor_tickets" GROUP BY "on") "t" WHERE "t"."on" = "market_days"."on";--> statement-breakpoint
select set_config('app.audited', 'on', true);--> statement-breakpoint
ALTER TABLE "market_visitor_tickets" DROP COLUMN "generation";
