ALTER TABLE "membership_applications" DROP CONSTRAINT "membership_applications_status";--> statement-breakpoint
ALTER TABLE "membership_applications" DROP CONSTRAINT "membership_applications_decided";--> statement-breakpoint
DROP INDEX "membership_applications_one_per_person";--> statement-breakpoint
DROP INDEX "membership_applications_one_per_email";--> statement-breakpoint
ALTER TABLE "membership_applications" ADD COLUMN "withdrawn_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "membership_applications" ADD COLUMN "corrected_at" timestamp with time zone;--> statement-breakpoint
CREATE UNIQUE INDEX "membership_applications_one_per_person" ON "membership_applications" USING btree ("user_id") WHERE "membership_applications"."status" in ('pending', 'approved');--> statement-breakpoint
CREATE UNIQUE INDEX "membership_applications_one_per_email" ON "membership_applications" USING btree ("email_key") WHERE "membership_applications"."status" in ('pending', 'approved');--> statement-breakpoint
ALTER TABLE "membership_applications" ADD CONSTRAINT "membership_applications_withdrawn" CHECK (("membership_applications"."status" = 'withdrawn') = ("membership_applications"."withdrawn_at" is not null));--> statement-breakpoint
ALTER TABLE "membership_applications" ADD CONSTRAINT "membership_applications_status" CHECK ("membership_applications"."status" in ('pending', 'approved', 'rejected', 'withdrawn'));--> statement-breakpoint
ALTER TABLE "membership_applications" ADD CONSTRAINT "membership_applications_decided" CHECK (("membership_applications"."status" in ('approved', 'rejected')) = ("membership_applications"."reviewed_at" is not null));