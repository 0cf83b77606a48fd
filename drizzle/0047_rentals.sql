CREATE TABLE "studio_rental_members" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" text NOT NULL,
	"full_name" text NOT NULL,
	"email" text NOT NULL,
	"phone" text DEFAULT '' NOT NULL,
	"studio_name" text NOT NULL,
	"space_id" uuid,
	"monthly_rent_amount" integer NOT NULL,
	"deposit_amount" integer DEFAULT 0 NOT NULL,
	"rental_start_date" date NOT NULL,
	"rental_end_date" date,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"migration_status" text DEFAULT 'pending' NOT NULL,
	"stripe_payment_link" text,
	"stripe_payment_link_id" text,
	"link_sent_at" timestamp with time zone,
	"activated_at" timestamp with time zone,
	"stripe_subscription_id" text,
	"stripe_customer_id" text,
	"ended_at" timestamp with time zone,
	"ended_by" text,
	"end_reason" text,
	"created_by" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "studio_rental_members_subscription" UNIQUE("stripe_subscription_id"),
	CONSTRAINT "studio_rental_members_status" CHECK ("studio_rental_members"."migration_status" in ('pending', 'link_sent', 'activated', 'ended')),
	CONSTRAINT "studio_rental_members_money" CHECK ("studio_rental_members"."monthly_rent_amount" > 0 and "studio_rental_members"."deposit_amount" >= 0),
	CONSTRAINT "studio_rental_members_days" CHECK ("studio_rental_members"."rental_end_date" is null or "studio_rental_members"."rental_end_date" >= "studio_rental_members"."rental_start_date"),
	CONSTRAINT "studio_rental_members_range" CHECK (isfinite("studio_rental_members"."starts_at") and isfinite("studio_rental_members"."ends_at") and "studio_rental_members"."ends_at" > "studio_rental_members"."starts_at"),
	CONSTRAINT "studio_rental_members_link" CHECK (("studio_rental_members"."migration_status" in ('link_sent', 'activated')) <= ("studio_rental_members"."stripe_payment_link" is not null and "studio_rental_members"."link_sent_at" is not null)),
	CONSTRAINT "studio_rental_members_activated" CHECK (("studio_rental_members"."migration_status" = 'activated') <= ("studio_rental_members"."activated_at" is not null and "studio_rental_members"."stripe_subscription_id" is not null)),
	CONSTRAINT "studio_rental_members_ended" CHECK (("studio_rental_members"."migration_status" = 'ended') = ("studio_rental_members"."ended_at" is not null) and ("studio_rental_members"."migration_status" = 'ended') = ("studio_rental_members"."end_reason" is not null))
);
--> statement-breakpoint
ALTER TABLE "studio_rental_members" ADD CONSTRAINT "studio_rental_members_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "studio_rental_members" ADD CONSTRAINT "studio_rental_members_space_id_spaces_id_fk" FOREIGN KEY ("space_id") REFERENCES "public"."spaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "studio_rental_members" ADD CONSTRAINT "studio_rental_members_ended_by_user_id_fk" FOREIGN KEY ("ended_by") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "studio_rental_members" ADD CONSTRAINT "studio_rental_members_created_by_user_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "studio_rental_members_user_id_index" ON "studio_rental_members" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "studio_rental_members_created_at_id_index" ON "studio_rental_members" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "studio_rental_members_space_id_index" ON "studio_rental_members" USING btree ("space_id");--> statement-breakpoint
-- Hand-written: until it ends, a rental holds its room as a whole; one without a room is in no calendar.
create trigger keep_space_insert after insert on studio_rental_members
  for each row when (new.space_id is not null)
  execute function keep_space('rental', 'migration_status', 'pending link_sent activated', 'whole');
--> statement-breakpoint
create trigger keep_space_update after update on studio_rental_members
  for each row when (new.space_id is not null or old.space_id is not null)
  execute function keep_space('rental', 'migration_status', 'pending link_sent activated', 'whole');
--> statement-breakpoint
create trigger keep_space_delete after delete on studio_rental_members
  for each row when (old.space_id is not null)
  execute function keep_space('rental', 'migration_status', 'pending link_sent activated', 'whole');
--> statement-breakpoint
select audit_table('studio_rental_members', 'id', array['full_name', 'email', 'phone', 'stripe_payment_link', 'stripe_customer_id', 'end_reason']);
