CREATE TABLE "booking_series" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" text NOT NULL,
	"booking_type_id" uuid NOT NULL,
	"every_weeks" integer NOT NULL,
	"first_on" date NOT NULL,
	"until_on" date NOT NULL,
	"starts_at_time" text NOT NULL,
	"lengths" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "booking_series_every_weeks" CHECK ("booking_series"."every_weeks" in (1, 2)),
	CONSTRAINT "booking_series_days" CHECK ("booking_series"."first_on" <= "booking_series"."until_on"),
	CONSTRAINT "booking_series_lengths" CHECK ("booking_series"."lengths" >= 1)
);
--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "series_id" uuid;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "returned_pence" integer;--> statement-breakpoint
ALTER TABLE "booking_series" ADD CONSTRAINT "booking_series_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "booking_series" ADD CONSTRAINT "booking_series_booking_type_id_booking_types_id_fk" FOREIGN KEY ("booking_type_id") REFERENCES "public"."booking_types"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "booking_series_user_id_index" ON "booking_series" USING btree ("user_id");--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_series_id_booking_series_id_fk" FOREIGN KEY ("series_id") REFERENCES "public"."booking_series"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bookings_series_id_index" ON "bookings" USING btree ("series_id");--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_returned" CHECK ("bookings"."returned_pence" between 0 and "bookings"."price_pence");