CREATE TABLE "events" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"event_type" text DEFAULT 'workshop' NOT NULL,
	"event_date" date,
	"start_time" text,
	"end_time" text,
	"starts_at" timestamp with time zone,
	"ends_at" timestamp with time zone,
	"set_up_minutes" integer DEFAULT 30 NOT NULL,
	"clear_minutes" integer DEFAULT 30 NOT NULL,
	"location" text DEFAULT '' NOT NULL,
	"space_id" uuid,
	"space_preference" text,
	"capacity" integer NOT NULL,
	"registered_count" integer DEFAULT 0 NOT NULL,
	"offered_count" integer DEFAULT 0 NOT NULL,
	"expected_attendance" integer,
	"application_notes" text DEFAULT '' NOT NULL,
	"points_reward" integer DEFAULT 1 NOT NULL,
	"tokens_cost" integer DEFAULT 0 NOT NULL,
	"plus_ones_allowed" integer DEFAULT 0 NOT NULL,
	"host_user_id" text,
	"application_status" text DEFAULT 'draft' NOT NULL,
	"applied_at" timestamp with time zone,
	"reviewed_at" timestamp with time zone,
	"reviewed_by" text,
	"rejection_reason" text,
	"is_active" boolean DEFAULT true NOT NULL,
	"image" text,
	"series_id" uuid,
	"cancelled_at" timestamp with time zone,
	"cancel_reason" text,
	"is_standing" boolean GENERATED ALWAYS AS (application_status in ('pending', 'approved') and cancelled_at is null) STORED NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "events_type" CHECK ("events"."event_type" in ('workshop', 'talk', 'social', 'meetup', 'other')),
	CONSTRAINT "events_status" CHECK ("events"."application_status" in ('draft', 'pending', 'approved', 'rejected', 'withdrawn')),
	CONSTRAINT "events_space_preference" CHECK ("events"."space_preference" in ('Main Hall', 'Studio A', 'Studio B', 'Lounge', 'Outdoor Area')),
	CONSTRAINT "events_whole" CHECK ("events"."application_status" not in ('pending', 'approved') or "events"."name" <> '' and "events"."event_date" is not null and "events"."start_time" is not null and "events"."end_time" is not null and "events"."starts_at" is not null and "events"."ends_at" is not null),
	CONSTRAINT "events_range" CHECK ("events"."starts_at" is null and "events"."ends_at" is null or isfinite("events"."starts_at") and isfinite("events"."ends_at") and "events"."starts_at" < "events"."ends_at"),
	CONSTRAINT "events_around" CHECK ("events"."set_up_minutes" between 0 and 720 and "events"."clear_minutes" between 0 and 720),
	CONSTRAINT "events_capacity" CHECK ("events"."capacity" between 1 and 1000),
	CONSTRAINT "events_places" CHECK ("events"."registered_count" >= 0 and "events"."offered_count" >= 0 and "events"."registered_count" + "events"."offered_count" <= "events"."capacity"),
	CONSTRAINT "events_price" CHECK ("events"."tokens_cost" between 0 and 1000 and "events"."points_reward" between 0 and 1000),
	CONSTRAINT "events_plus_ones" CHECK ("events"."plus_ones_allowed" between 0 and 5),
	CONSTRAINT "events_reviewed" CHECK ("events"."application_status" not in ('approved', 'rejected') or "events"."reviewed_at" is not null),
	CONSTRAINT "events_rejected" CHECK (("events"."application_status" = 'rejected') = ("events"."rejection_reason" is not null)),
	CONSTRAINT "events_cancelled" CHECK (("events"."cancelled_at" is null) = ("events"."cancel_reason" is null))
);
--> statement-breakpoint
CREATE TABLE "event_registrations" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"event_id" uuid NOT NULL,
	"user_id" text NOT NULL,
	"plus_ones" integer DEFAULT 0 NOT NULL,
	"is_shown" boolean DEFAULT false NOT NULL,
	"tokens_used" integer DEFAULT 0 NOT NULL,
	"tokens_returned" integer DEFAULT 0 NOT NULL,
	"status" text DEFAULT 'registered' NOT NULL,
	"registered_at" timestamp with time zone DEFAULT now() NOT NULL,
	"attended_at" timestamp with time zone,
	"cancelled_at" timestamp with time zone,
	"reminded_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "event_registrations_status" CHECK ("event_registrations"."status" in ('registered', 'attended', 'cancelled')),
	CONSTRAINT "event_registrations_plus_ones" CHECK ("event_registrations"."plus_ones" between 0 and 5),
	CONSTRAINT "event_registrations_tokens" CHECK ("event_registrations"."tokens_used" >= 0 and "event_registrations"."tokens_returned" between 0 and "event_registrations"."tokens_used"),
	CONSTRAINT "event_registrations_attended" CHECK (("event_registrations"."status" = 'attended') = ("event_registrations"."attended_at" is not null)),
	CONSTRAINT "event_registrations_cancelled" CHECK (("event_registrations"."status" = 'cancelled') = ("event_registrations"."cancelled_at" is not null) and ("event_registrations"."status" = 'cancelled' or "event_registrations"."tokens_returned" = 0))
);
--> statement-breakpoint
CREATE TABLE "point_transactions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"seq" bigserial NOT NULL,
	"user_id" text NOT NULL,
	"type" text NOT NULL,
	"amount" integer NOT NULL,
	"total_after" integer NOT NULL,
	"description" text NOT NULL,
	"ref" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "point_transactions_type" CHECK ("point_transactions"."type" in ('earned', 'bonus', 'spent', 'returned')),
	CONSTRAINT "point_transactions_amount" CHECK ("point_transactions"."amount" <> 0 and ("point_transactions"."type" = 'spent') = ("point_transactions"."amount" < 0)),
	CONSTRAINT "point_transactions_total" CHECK ("point_transactions"."total_after" >= 0)
);
--> statement-breakpoint
CREATE TABLE "user_points" (
	"user_id" text PRIMARY KEY NOT NULL,
	"total_points" integer DEFAULT 0 NOT NULL,
	"lifetime_points" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "user_points_total" CHECK ("user_points"."total_points" between 0 and "user_points"."lifetime_points")
);
--> statement-breakpoint
ALTER TABLE "reservations" DROP CONSTRAINT "reservations_kind";--> statement-breakpoint
ALTER TABLE "waiting_entries" DROP CONSTRAINT "waiting_entries_kind";--> statement-breakpoint
ALTER TABLE "waiting_entries" ADD COLUMN "people" integer;--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_space_id_spaces_id_fk" FOREIGN KEY ("space_id") REFERENCES "public"."spaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_host_user_id_user_id_fk" FOREIGN KEY ("host_user_id") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_reviewed_by_user_id_fk" FOREIGN KEY ("reviewed_by") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_registrations" ADD CONSTRAINT "event_registrations_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_registrations" ADD CONSTRAINT "event_registrations_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "point_transactions" ADD CONSTRAINT "point_transactions_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_points" ADD CONSTRAINT "user_points_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "events_starts_at_index" ON "events" USING btree ("starts_at");--> statement-breakpoint
CREATE INDEX "events_host_user_id_index" ON "events" USING btree ("host_user_id");--> statement-breakpoint
CREATE INDEX "events_application_status_applied_at_index" ON "events" USING btree ("application_status","applied_at");--> statement-breakpoint
CREATE INDEX "events_series_id_index" ON "events" USING btree ("series_id") WHERE "events"."series_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "event_registrations_once" ON "event_registrations" USING btree ("event_id","user_id") WHERE "status" <> 'cancelled';--> statement-breakpoint
CREATE INDEX "event_registrations_event_id_index" ON "event_registrations" USING btree ("event_id");--> statement-breakpoint
CREATE INDEX "event_registrations_user_id_index" ON "event_registrations" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "point_transactions_ref" ON "point_transactions" USING btree ("ref");--> statement-breakpoint
CREATE INDEX "point_transactions_user_id_created_at_index" ON "point_transactions" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "waiting_entries_subject" ON "waiting_entries" USING btree ("subject") WHERE "status" in ('waiting', 'offered');--> statement-breakpoint
ALTER TABLE "reservations" ADD CONSTRAINT "reservations_kind" CHECK ("reservations"."kind" in ('booking', 'studio', 'rental', 'market', 'closure', 'offer', 'event'));--> statement-breakpoint
ALTER TABLE "waiting_entries" ADD CONSTRAINT "waiting_entries_event" CHECK ("waiting_entries"."kind" <> 'event' or "waiting_entries"."people" is not null and "waiting_entries"."people" >= 1);--> statement-breakpoint
ALTER TABLE "waiting_entries" ADD CONSTRAINT "waiting_entries_kind" CHECK ("waiting_entries"."kind" in ('slot', 'event'));
--> statement-breakpoint
-- Hand-written: as before, and what says so holds its room some minutes before it begins and after it ends.
create or replace function keep_space() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  holding text[] := string_to_array(tg_argv[2], ' ');
  is_whole boolean := tg_argv[3] = 'whole';
  before jsonb := '{}'; after jsonb := '{}';
  held boolean := false; holds boolean := false;
  taken reservations;
begin
  if tg_op <> 'INSERT' then
    before := to_jsonb(old);
    held := before->>tg_argv[1] = any(holding);
  end if;
  if tg_op <> 'DELETE' then
    after := to_jsonb(new);
    holds := after->>tg_argv[1] = any(holding);
  end if;
  if held and holds and before->'space_id' = after->'space_id' and before->'starts_at' = after->'starts_at'
      and before->'ends_at' = after->'ends_at' and before->'set_up_minutes' is not distinct from after->'set_up_minutes'
      and before->'clear_minutes' is not distinct from after->'clear_minutes' then
    update reservations r set held_until = (after->>'held_until')::timestamptz, user_id = after->>'user_id',
        order_id = (after->>'order_id')::uuid
      where r.kind = tg_argv[0] and r.ref = old.id;
    return null;
  end if;
  if held then
    delete from reservations r where r.kind = tg_argv[0] and r.ref = old.id;
  end if;
  if holds and new.space_id is not null then
    taken := row(tg_argv[0], new.id, new.space_id, 1,
      new.starts_at - make_interval(mins => coalesce((after->>'set_up_minutes')::integer, 0)),
      new.ends_at + make_interval(mins => coalesce((after->>'clear_minutes')::integer, 0)),
      (after->>'held_until')::timestamptz, after->>'user_id', (after->>'order_id')::uuid);
    if not is_whole then
      taken.ends_at := new.ends_at + (select make_interval(mins => s.turnaround_minutes) from spaces s where s.id = new.space_id);
    end if;
    perform take_space(taken, is_whole);
  end if;
  return null;
end $$;
--> statement-breakpoint
-- An event holds its room, if it has one, from when it is before the house until it is cancelled, turned down or taken back.
create trigger keep_space_insert after insert on events
  for each row when (new.space_id is not null)
  execute function keep_space('event', 'is_standing', 'true', 'whole');
--> statement-breakpoint
-- Places come and go without touching the room.
create trigger keep_space_update after update of space_id, starts_at, ends_at, set_up_minutes, clear_minutes, application_status, cancelled_at on events
  for each row when (new.space_id is not null or old.space_id is not null)
  execute function keep_space('event', 'is_standing', 'true', 'whole');
--> statement-breakpoint
create trigger keep_space_delete after delete on events
  for each row when (old.space_id is not null)
  execute function keep_space('event', 'is_standing', 'true', 'whole');
--> statement-breakpoint
-- Places that are offered to somebody who waits are held for them, so long as they are.
create function keep_event_places() returns trigger language plpgsql as $$
declare was integer := 0; is_now integer := 0;
begin
  if tg_op <> 'INSERT' and old.kind = 'event' and old.status = 'offered' then was := old.people; end if;
  if tg_op <> 'DELETE' and new.kind = 'event' and new.status = 'offered' then is_now := new.people; end if;
  if was <> is_now then
    update events e set offered_count = e.offered_count + is_now - was where e.id = coalesce(new.subject, old.subject)::uuid;
  end if;
  return null;
end $$;
--> statement-breakpoint
create trigger keep_event_places after insert or update of status, people or delete on waiting_entries
  for each row execute function keep_event_places();
--> statement-breakpoint
-- Writes a movement of points and the total after it; false when the same cause has moved points before.
create function move_points(person text, move_type text, moved integer, words text, cause text, at timestamptz)
returns boolean language plpgsql as $$
declare present integer;
begin
  insert into user_points (user_id, created_at) values (person, at) on conflict (user_id) do nothing;
  perform from user_points p where p.user_id = person for no key update;
  if exists (select from point_transactions t where t.ref = cause) then return false; end if;
  update user_points p set total_points = p.total_points + moved,
      lifetime_points = p.lifetime_points + case when move_type in ('earned', 'bonus') then moved else 0 end
    where p.user_id = person returning p.total_points into present;
  insert into point_transactions (user_id, type, amount, total_after, description, ref, created_at)
    values (person, move_type, moved, present, words, cause, at);
  return true;
end $$;
--> statement-breakpoint
create trigger point_transactions_append_only before update or delete on point_transactions for each row execute function append_only();
--> statement-breakpoint
-- Rooms that hosts may wish for (EVT-32) and that the house may not have yet.
insert into spaces (slug, name, parent_id, people, sort_order)
  select room.slug, room.name, s.id, room.people, room.sort_order from spaces s, (values
    ('studio-a', 'Studio A', 24, 110), ('studio-b', 'Studio B', 16, 111), ('lounge', 'Lounge', 40, 112), ('outdoor-area', 'Outdoor Area', 80, 113)
  ) room(slug, name, people, sort_order) where s.slug = 'house'
  on conflict (slug) do nothing;
--> statement-breakpoint
select audit_table('events', 'id', array['application_notes', 'rejection_reason', 'cancel_reason']);
--> statement-breakpoint
select audit_table('event_registrations', 'id');
--> statement-breakpoint
select audit_table('user_points', 'user_id');
