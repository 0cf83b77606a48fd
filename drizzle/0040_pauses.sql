CREATE TABLE "membership_pauses" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" text NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "membership_pauses_forward" CHECK ("membership_pauses"."ends_at" > "membership_pauses"."starts_at")
);
--> statement-breakpoint
ALTER TABLE "user_memberships" ADD COLUMN "paused_from" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "membership_pauses" ADD CONSTRAINT "membership_pauses_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "membership_pauses_one_open" ON "membership_pauses" USING btree ("user_id") WHERE "membership_pauses"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "membership_pauses_user_id_starts_at_index" ON "membership_pauses" USING btree ("user_id","starts_at");--> statement-breakpoint
ALTER TABLE "user_memberships" ADD CONSTRAINT "user_memberships_paused_is_free" CHECK ("user_memberships"."paused_from" is null or "user_memberships"."free_until" is not null and "user_memberships"."paused_from" <= "user_memberships"."free_until");