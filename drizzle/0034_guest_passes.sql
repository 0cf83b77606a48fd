-- Hand-written: rows change here, and a table whose audit waits for the end of the transaction cannot be altered.
SET CONSTRAINTS ALL IMMEDIATE;--> statement-breakpoint
CREATE TABLE "guest_passes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"inviter_user_id" text NOT NULL,
	"guest_name" text NOT NULL,
	"guest_email" text NOT NULL,
	"valid_until" date NOT NULL,
	"notes" text DEFAULT '' NOT NULL,
	"pass_code" text NOT NULL,
	"status" text DEFAULT 'active' NOT NULL,
	"times_used" integer DEFAULT 0 NOT NULL,
	"usage_limit" integer DEFAULT 1 NOT NULL,
	"last_used_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "guest_passes_status" CHECK ("guest_passes"."status" in ('active', 'used', 'cancelled')),
	CONSTRAINT "guest_passes_limit" CHECK ("guest_passes"."usage_limit" >= 1 and "guest_passes"."times_used" >= 0),
	CONSTRAINT "guest_passes_used" CHECK (("guest_passes"."times_used" > 0) = ("guest_passes"."last_used_at" is not null)
        and ("guest_passes"."status" = 'cancelled' or ("guest_passes"."status" = 'used') = ("guest_passes"."times_used" >= "guest_passes"."usage_limit")))
);
--> statement-breakpoint
ALTER TABLE "membership_tiers" ADD COLUMN "guest_passes_per_month" integer DEFAULT 2 NOT NULL;--> statement-breakpoint
-- Hand-written: as the tiers that ship with the house have it.
UPDATE "membership_tiers" SET "guest_passes_per_month" = CASE WHEN "price_pence" = 0 THEN 1 ELSE 4 END;--> statement-breakpoint
ALTER TABLE "guest_passes" ADD CONSTRAINT "guest_passes_inviter_user_id_user_id_fk" FOREIGN KEY ("inviter_user_id") REFERENCES "public"."user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "guest_passes_code" ON "guest_passes" USING btree ("pass_code");--> statement-breakpoint
CREATE INDEX "guest_passes_inviter_user_id_created_at_index" ON "guest_passes" USING btree ("inviter_user_id","created_at");--> statement-breakpoint
CREATE INDEX "guest_passes_valid_until_index" ON "guest_passes" USING btree ("valid_until");--> statement-breakpoint
ALTER TABLE "membership_tiers" ADD CONSTRAINT "membership_tiers_guests" CHECK ("membership_tiers"."guest_passes_per_month" between 0 and 100);