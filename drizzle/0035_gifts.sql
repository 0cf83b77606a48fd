CREATE TABLE "membership_gifts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"membership_id" uuid NOT NULL,
	"user_id" text NOT NULL,
	"given_by" text,
	"gifted_months" integer DEFAULT 0 NOT NULL,
	"free_until" timestamp with time zone,
	"paid_until" timestamp with time zone,
	"custom_pence" integer,
	"price_was_pence" integer,
	"notes" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "membership_gifts_months" CHECK ("membership_gifts"."gifted_months" >= 0),
	CONSTRAINT "membership_gifts_months_end" CHECK ("membership_gifts"."gifted_months" = 0 or "membership_gifts"."free_until" is not null)
);
--> statement-breakpoint
ALTER TABLE "user_memberships" ADD COLUMN "has_custom_price" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "user_memberships" ADD COLUMN "free_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "membership_gifts" ADD CONSTRAINT "membership_gifts_membership_id_user_memberships_id_fk" FOREIGN KEY ("membership_id") REFERENCES "public"."user_memberships"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "membership_gifts" ADD CONSTRAINT "membership_gifts_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "membership_gifts" ADD CONSTRAINT "membership_gifts_given_by_user_id_fk" FOREIGN KEY ("given_by") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "membership_gifts_user_id_created_at_index" ON "membership_gifts" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "membership_gifts_membership_id_index" ON "membership_gifts" USING btree ("membership_id");--> statement-breakpoint
ALTER TABLE "user_memberships" ADD CONSTRAINT "user_memberships_free_is_waived" CHECK ("user_memberships"."free_until" is null or "user_memberships"."payment_status" = 'waived');