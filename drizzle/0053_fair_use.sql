CREATE TABLE "fair_use_rules" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"value" integer NOT NULL,
	"facility_id" uuid,
	"tier_id" uuid,
	"created_by" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "fair_use_rules_one" UNIQUE NULLS NOT DISTINCT("kind","facility_id","tier_id"),
	CONSTRAINT "fair_use_rules_kind" CHECK ("fair_use_rules"."kind" in ('member_days', 'notice_minutes', 'ahead_days', 'coming_bookings', 'hours_per_day', 'hours_per_week')),
	CONSTRAINT "fair_use_rules_value" CHECK ("fair_use_rules"."value" between 1 and case "fair_use_rules"."kind" when 'member_days' then 3650 when 'notice_minutes' then 43200 when 'ahead_days' then 365 when 'coming_bookings' then 100 when 'hours_per_day' then 24 when 'hours_per_week' then 168 end)
);
--> statement-breakpoint
ALTER TABLE "fair_use_rules" ADD CONSTRAINT "fair_use_rules_facility_id_booking_types_id_fk" FOREIGN KEY ("facility_id") REFERENCES "public"."booking_types"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fair_use_rules" ADD CONSTRAINT "fair_use_rules_tier_id_membership_tiers_id_fk" FOREIGN KEY ("tier_id") REFERENCES "public"."membership_tiers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fair_use_rules" ADD CONSTRAINT "fair_use_rules_created_by_user_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
-- Hand-written: staff change it, and processes keep it at hand.
select audit_table('fair_use_rules', 'id');
--> statement-breakpoint
create trigger tell_facts after insert or update or delete or truncate on fair_use_rules for each statement execute function tell_facts();
--> statement-breakpoint
-- Hand-written: what a person has booked from `since` on, paid or held at `at`; without a person, what everybody has. The
-- calendar decides by it, and stands below the table of bookings. `made_at`: when it was put where it is.
create function bookings_of(person text, since timestamptz, at timestamptz)
returns table (id uuid, user_id text, facility_id uuid, booked_on date, starts_at timestamptz, minutes integer, made_at timestamptz)
language sql stable as $$
  select b.id, b.user_id, b.booking_type_id, b.booking_on, b.starts_at,
    (extract(epoch from b.ends_at - b.starts_at) / 60)::integer, coalesce(b.moved_at, b.created_at)
  from bookings b
  where (person is null or b.user_id = person) and b.starts_at >= since
    and (b.status = 'confirmed' or b.status = 'pending' and b.held_until > at)
$$;
