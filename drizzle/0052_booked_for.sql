ALTER TABLE "bookings" ADD COLUMN "booked_by" text;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "free_reason" text;--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_booked_by_user_id_fk" FOREIGN KEY ("booked_by") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_free" CHECK ("bookings"."free_reason" is null or "bookings"."tokens_used" = 0 and "bookings"."price_pence" = 0);--> statement-breakpoint
-- Hand-written: why somebody booked without charge is no more for the audit than why something was cancelled.
drop trigger audit_bookings on bookings;
--> statement-breakpoint
select audit_table('bookings', 'id', array['cancel_reason', 'free_reason']);
