CREATE TABLE "scan_reversals" (
	"scan_id" uuid PRIMARY KEY NOT NULL,
	"reversed_at" timestamp with time zone NOT NULL,
	"reversed_by" text
);
--> statement-breakpoint
ALTER TABLE "market_visitor_tickets" DROP CONSTRAINT "market_visitor_tickets_used";--> statement-breakpoint
ALTER TABLE "scan_reversals" ADD CONSTRAINT "scan_reversals_scan_id_scans_id_fk" FOREIGN KEY ("scan_id") REFERENCES "public"."scans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scan_reversals" ADD CONSTRAINT "scan_reversals_reversed_by_user_id_fk" FOREIGN KEY ("reversed_by") REFERENCES "public"."user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "market_visitor_tickets" ADD CONSTRAINT "market_visitor_tickets_used" CHECK ("market_visitor_tickets"."status" in ('issued', 'used', 'void') and ("market_visitor_tickets"."status" <> 'issued') = ("market_visitor_tickets"."used_at" is not null) and ("market_visitor_tickets"."used_at" is null) = ("market_visitor_tickets"."last_entry_at" is null)
        and "market_visitor_tickets"."last_entry_at" >= "market_visitor_tickets"."used_at" and ("market_visitor_tickets"."status" <> 'issued') = ("market_visitor_tickets"."check_in_count" > 0)
        and ("market_visitor_tickets"."status" <> 'void' or "market_visitor_tickets"."ticket_type" = 'guest'));--> statement-breakpoint
-- Hand-written: what was taken back stays written down.
create trigger scan_reversals_append_only before update or delete on scan_reversals for each row execute function append_only();
--> statement-breakpoint
revoke update, delete on scan_reversals from exchange_app;
