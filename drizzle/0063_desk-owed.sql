ALTER TABLE "studio_bookings" ADD COLUMN "desk_owed_pence" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "studio_bookings" ADD COLUMN "handed_back_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "studio_bookings" ADD CONSTRAINT "studio_bookings_owed" CHECK ("studio_bookings"."desk_owed_pence" between 0 and "studio_bookings"."price_pence" and ("studio_bookings"."desk_owed_pence" = 0 or "studio_bookings"."status" = 'cancelled')
        and ("studio_bookings"."handed_back_at" is null or "studio_bookings"."desk_owed_pence" > 0));