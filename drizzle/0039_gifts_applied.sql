SET CONSTRAINTS ALL IMMEDIATE;--> statement-breakpoint
ALTER TABLE "membership_gifts" ADD COLUMN "applied_at" timestamp with time zone;--> statement-breakpoint
-- Until now a gift was kept only after the provider had it.
UPDATE "membership_gifts" SET "applied_at" = "created_at";--> statement-breakpoint
CREATE UNIQUE INDEX "membership_gifts_one_under_way" ON "membership_gifts" USING btree ("membership_id") WHERE "membership_gifts"."applied_at" is null;
