ALTER TABLE "orders" DROP CONSTRAINT "orders_status";--> statement-breakpoint
ALTER TABLE "user_memberships" ADD COLUMN "next_tier_id" uuid;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "currency" text DEFAULT 'gbp' NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "refused_payment_intent_id" text;--> statement-breakpoint
ALTER TABLE "user_memberships" ADD CONSTRAINT "user_memberships_next_tier_id_membership_tiers_id_fk" FOREIGN KEY ("next_tier_id") REFERENCES "public"."membership_tiers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_memberships" ADD CONSTRAINT "user_memberships_next_tier" CHECK ("user_memberships"."next_tier_id" is null or "user_memberships"."stripe_subscription_id" is not null and "user_memberships"."paid_since_on" is null);--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_status" CHECK ("orders"."status" in ('pending', 'arranged', 'paid', 'failed', 'expired', 'refunded'));--> statement-breakpoint
-- Hand-written: what staff or the provider say of a refund can name somebody, and is overwritten at their erasure.
drop trigger audit_refunds on refunds;
--> statement-breakpoint
select audit_table('refunds', 'id', array['reason', 'last_error']);
