SET CONSTRAINTS ALL IMMEDIATE;
--> statement-breakpoint
CREATE TABLE "studio_bookings" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" text NOT NULL,
	"space_id" uuid NOT NULL,
	"booking_date" date NOT NULL,
	"start_time" text NOT NULL,
	"end_time" text NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"hours" integer NOT NULL,
	"client_name" text NOT NULL,
	"email" text NOT NULL,
	"phone" text DEFAULT '' NOT NULL,
	"project_type" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"paid_with" text NOT NULL,
	"tokens_used" integer DEFAULT 0 NOT NULL,
	"price_pence" integer DEFAULT 0 NOT NULL,
	"status" text DEFAULT 'confirmed' NOT NULL,
	"order_id" uuid,
	"paid_at" timestamp with time zone,
	"cancelled_at" timestamp with time zone,
	"cancelled_by" text,
	"cancel_reason" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "studio_bookings_status" CHECK ("studio_bookings"."status" in ('confirmed', 'completed', 'cancelled')),
	CONSTRAINT "studio_bookings_project_type" CHECK ("studio_bookings"."project_type" in ('portrait', 'product', 'commercial', 'fashion', 'other')),
	CONSTRAINT "studio_bookings_range" CHECK ("studio_bookings"."starts_at" < "studio_bookings"."ends_at"),
	CONSTRAINT "studio_bookings_hours" CHECK ("studio_bookings"."hours" between 1 and 24),
	CONSTRAINT "studio_bookings_price" CHECK ("studio_bookings"."tokens_used" >= 0 and "studio_bookings"."price_pence" >= 0 and ("studio_bookings"."paid_with" = 'tokens' and "studio_bookings"."price_pence" = 0 or "studio_bookings"."paid_with" = 'card' and "studio_bookings"."tokens_used" = 0)),
	CONSTRAINT "studio_bookings_cancelled" CHECK (("studio_bookings"."status" = 'cancelled') = ("studio_bookings"."cancelled_at" is not null))
);
--> statement-breakpoint
ALTER TABLE "studio_bookings" ADD CONSTRAINT "studio_bookings_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "studio_bookings" ADD CONSTRAINT "studio_bookings_space_id_spaces_id_fk" FOREIGN KEY ("space_id") REFERENCES "public"."spaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "studio_bookings" ADD CONSTRAINT "studio_bookings_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "studio_bookings" ADD CONSTRAINT "studio_bookings_cancelled_by_user_id_fk" FOREIGN KEY ("cancelled_by") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "studio_bookings_user_id_starts_at_index" ON "studio_bookings" USING btree ("user_id","starts_at");--> statement-breakpoint
CREATE INDEX "studio_bookings_starts_at_index" ON "studio_bookings" USING btree ("starts_at");--> statement-breakpoint
CREATE INDEX "studio_bookings_created_at_id_index" ON "studio_bookings" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "studio_bookings_order_id_index" ON "studio_bookings" USING btree ("order_id");
--> statement-breakpoint
-- Hand-written: every house has its studio, whatever else can be booked in it.
insert into spaces (slug, name, parent_id) select 'photography-studio', 'Photography Studio', id from spaces where slug = 'house'
  on conflict (slug) do nothing;
--> statement-breakpoint
-- A session holds the studio in the calendar until it is cancelled.
create trigger keep_space after insert or update or delete on studio_bookings
  for each row execute function keep_space('studio', 'status', 'confirmed completed', 'unit');
--> statement-breakpoint
select audit_table('studio_bookings', 'id', array['client_name', 'email', 'phone', 'description', 'cancel_reason']);
