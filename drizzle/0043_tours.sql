CREATE TABLE "tour_bookings" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"tour_slot_id" uuid NOT NULL,
	"user_id" text,
	"guest_name" text NOT NULL,
	"guest_email" text NOT NULL,
	"guest_phone" text DEFAULT '' NOT NULL,
	"party_size" integer NOT NULL,
	"status" text DEFAULT 'confirmed' NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	"reminded_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "tour_bookings_status" CHECK ("tour_bookings"."status" in ('confirmed', 'cancelled', 'attended', 'no_show')),
	CONSTRAINT "tour_bookings_party" CHECK ("tour_bookings"."party_size" between 1 and 50)
);
--> statement-breakpoint
CREATE TABLE "tour_slots" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"tour_date" date NOT NULL,
	"start_time" text NOT NULL,
	"end_time" text NOT NULL,
	"capacity" integer DEFAULT 10 NOT NULL,
	"booked_count" integer DEFAULT 0 NOT NULL,
	"notes" text DEFAULT '' NOT NULL,
	"status" text DEFAULT 'active' NOT NULL,
	"created_by" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "tour_slots_status" CHECK ("tour_slots"."status" in ('active', 'cancelled')),
	CONSTRAINT "tour_slots_times" CHECK ("tour_slots"."start_time" < "tour_slots"."end_time"),
	CONSTRAINT "tour_slots_capacity" CHECK ("tour_slots"."capacity" >= 1 and "tour_slots"."booked_count" between 0 and "tour_slots"."capacity"),
	CONSTRAINT "tour_slots_cancelled" CHECK ("tour_slots"."status" = 'active' or "tour_slots"."booked_count" = 0)
);
--> statement-breakpoint
ALTER TABLE "tour_bookings" ADD CONSTRAINT "tour_bookings_tour_slot_id_tour_slots_id_fk" FOREIGN KEY ("tour_slot_id") REFERENCES "public"."tour_slots"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tour_bookings" ADD CONSTRAINT "tour_bookings_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tour_slots" ADD CONSTRAINT "tour_slots_created_by_user_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "tour_bookings_tour_slot_id_index" ON "tour_bookings" USING btree ("tour_slot_id");--> statement-breakpoint
CREATE INDEX "tour_bookings_user_id_index" ON "tour_bookings" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "tour_slots_tour_date_start_time_index" ON "tour_slots" USING btree ("tour_date","start_time");