CREATE TABLE "waiting_entries" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"place" bigserial NOT NULL,
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"user_id" text NOT NULL,
	"status" text DEFAULT 'waiting' NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"space_id" uuid,
	"facility_id" uuid,
	"on" date,
	"starts_at_time" text,
	"lengths" integer,
	"offered_at" timestamp with time zone,
	"held_until" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "waiting_entries_kind" CHECK ("waiting_entries"."kind" in ('slot')),
	CONSTRAINT "waiting_entries_status" CHECK ("waiting_entries"."status" in ('waiting', 'offered', 'taken', 'lapsed', 'left', 'over')),
	CONSTRAINT "waiting_entries_range" CHECK ("waiting_entries"."starts_at" < "waiting_entries"."ends_at"),
	CONSTRAINT "waiting_entries_slot" CHECK ("waiting_entries"."kind" <> 'slot' or "waiting_entries"."space_id" is not null and "waiting_entries"."facility_id" is not null and "waiting_entries"."on" is not null and "waiting_entries"."starts_at_time" is not null and "waiting_entries"."lengths" >= 1),
	CONSTRAINT "waiting_entries_held" CHECK (("waiting_entries"."status" = 'offered') = ("waiting_entries"."held_until" is not null) and ("waiting_entries"."held_until" is null or "waiting_entries"."offered_at" < "waiting_entries"."held_until" and "waiting_entries"."held_until" < "waiting_entries"."starts_at"))
);
--> statement-breakpoint
ALTER TABLE "reservations" DROP CONSTRAINT "reservations_kind";--> statement-breakpoint
ALTER TABLE "waiting_entries" ADD CONSTRAINT "waiting_entries_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waiting_entries" ADD CONSTRAINT "waiting_entries_space_id_spaces_id_fk" FOREIGN KEY ("space_id") REFERENCES "public"."spaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waiting_entries" ADD CONSTRAINT "waiting_entries_facility_id_booking_types_id_fk" FOREIGN KEY ("facility_id") REFERENCES "public"."booking_types"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "waiting_entries_once" ON "waiting_entries" USING btree ("user_id","kind","subject") WHERE "status" in ('waiting', 'offered');--> statement-breakpoint
CREATE INDEX "waiting_entries_room" ON "waiting_entries" USING btree ("space_id","starts_at") WHERE "status" in ('waiting', 'offered');--> statement-breakpoint
CREATE INDEX "waiting_entries_user_id_index" ON "waiting_entries" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "waiting_entries_starts_at_index" ON "waiting_entries" USING btree ("starts_at");--> statement-breakpoint
ALTER TABLE "reservations" ADD CONSTRAINT "reservations_kind" CHECK ("reservations"."kind" in ('booking', 'studio', 'rental', 'market', 'closure', 'offer'));--> statement-breakpoint
-- Hand-written: a slot that is offered to somebody who waits is held for them in the calendar, so long as it is.
create trigger keep_space_insert after insert on waiting_entries
  for each row when (new.space_id is not null)
  execute function keep_space('offer', 'status', 'offered', 'unit');
--> statement-breakpoint
create trigger keep_space_update after update on waiting_entries
  for each row when (new.space_id is not null or old.space_id is not null)
  execute function keep_space('offer', 'status', 'offered', 'unit');
--> statement-breakpoint
create trigger keep_space_delete after delete on waiting_entries
  for each row when (old.space_id is not null)
  execute function keep_space('offer', 'status', 'offered', 'unit');
--> statement-breakpoint
-- A unit of a room, or every unit of every part of one that has parts, is free from `from_at` until the room is ready again
-- after `until_at`. What was held until a moment before `at` is free though nobody has cleared it away yet.
create function is_room_free(room uuid, from_at timestamptz, until_at timestamptz, at timestamptz) returns boolean
language sql stable as $$
  select case when cardinality(s.leaf_ids) > 1 then count(taken.unit) = 0
      else count(distinct taken.unit) < max(s.units) end
  from spaces s left join reservations taken on taken.space_id = any(s.leaf_ids)
    and (taken.held_until is null or taken.held_until > at)
    and tstzrange(taken.starts_at, taken.ends_at, '[)')
      && tstzrange(from_at, until_at + make_interval(mins => s.turnaround_minutes), '[)')
  where s.id = room
  group by s.leaf_ids
$$;
