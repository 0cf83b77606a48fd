ALTER TABLE "studio_rental_members" ADD COLUMN "unpaid_pence" integer;--> statement-breakpoint
ALTER TABLE "studio_rental_members" ADD COLUMN "unpaid_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "studio_rental_members" ADD COLUMN "unpaid_url" text;--> statement-breakpoint
ALTER TABLE "studio_rental_members" ADD CONSTRAINT "studio_rental_members_unpaid" CHECK (("studio_rental_members"."unpaid_pence" is null) = ("studio_rental_members"."unpaid_since" is null) and "studio_rental_members"."unpaid_pence" > 0
        and ("studio_rental_members"."unpaid_url" is null or "studio_rental_members"."unpaid_pence" is not null));--> statement-breakpoint
-- Hand-written: the page on which somebody pays is as little the log's as the link was.
drop trigger audit_studio_rental_members on studio_rental_members;
--> statement-breakpoint
select audit_table('studio_rental_members', 'id', array['full_name', 'email', 'phone', 'stripe_payment_link', 'stripe_customer_id', 'unpaid_url', 'end_reason']);
