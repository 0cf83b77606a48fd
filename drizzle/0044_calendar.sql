SET CONSTRAINTS ALL IMMEDIATE;
--> statement-breakpoint
CREATE TABLE "reservations" (
	"kind" text NOT NULL,
	"ref" uuid NOT NULL,
	"space_id" uuid NOT NULL,
	"unit" integer NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"held_until" timestamp with time zone,
	"user_id" text,
	"order_id" uuid,
	CONSTRAINT "reservations_kind_ref_space_id_unit_pk" PRIMARY KEY("kind","ref","space_id","unit"),
	CONSTRAINT "reservations_kind" CHECK ("reservations"."kind" in ('booking', 'studio', 'rental', 'market', 'closure')),
	CONSTRAINT "reservations_range" CHECK (isfinite("reservations"."starts_at") and isfinite("reservations"."ends_at") and "reservations"."starts_at" < "reservations"."ends_at"),
	CONSTRAINT "reservations_unit" CHECK ("reservations"."unit" >= 1)
);
--> statement-breakpoint
CREATE TABLE "spaces" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"slug" text NOT NULL,
	"name" text NOT NULL,
	"parent_id" uuid,
	"leaf_ids" uuid[] DEFAULT '{}' NOT NULL,
	"units" integer DEFAULT 1 NOT NULL,
	"opens_at" text,
	"closes_at" text,
	"turnaround_minutes" integer DEFAULT 0 NOT NULL,
	"sort_order" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "spaces_slug_unique" UNIQUE("slug"),
	CONSTRAINT "spaces_units" CHECK ("spaces"."units" between 1 and 1000),
	CONSTRAINT "spaces_turnaround" CHECK ("spaces"."turnaround_minutes" between 0 and 240),
	CONSTRAINT "spaces_parent" CHECK ("spaces"."parent_id" <> "spaces"."id")
);
--> statement-breakpoint
ALTER TABLE "reservations" ADD CONSTRAINT "reservations_space_id_spaces_id_fk" FOREIGN KEY ("space_id") REFERENCES "public"."spaces"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "reservations" ADD CONSTRAINT "reservations_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "reservations" ADD CONSTRAINT "reservations_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "spaces" ADD CONSTRAINT "spaces_parent_id_spaces_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."spaces"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "reservations_order_id_index" ON "reservations" USING btree ("order_id") WHERE "reservations"."order_id" is not null;
--> statement-breakpoint
CREATE INDEX "reservations_user_id_index" ON "reservations" USING btree ("user_id") WHERE "reservations"."user_id" is not null;
--> statement-breakpoint
-- Hand-written: the calendar of the house.
-- A room's smallest parts: itself when nothing is a part of it.
create function space_leaves(space uuid) returns uuid[] language sql stable as $$
  with recursive below as (
    select s.id from spaces s where s.id = space
    union
    select s.id from spaces s join below b on s.parent_id = b.id
  )
  select array_agg(b.id order by b.id) from below b where not exists (select from spaces s where s.parent_id = b.id)
$$;
--> statement-breakpoint
create function keep_space_leaves() returns trigger language plpgsql as $$
begin
  update spaces set leaf_ids = space_leaves(id) where leaf_ids is distinct from space_leaves(id);
  -- What was taken of a room as a whole is not taken of parts that it gets later.
  if exists (select from reservations r join spaces s on s.id = r.space_id where s.leaf_ids <> array[s.id]) then
    raise exception 'a room that is in the calendar gets no parts' using errcode = '23514', constraint = 'spaces_parts';
  end if;
  return null;
end $$;
--> statement-breakpoint
create trigger keep_space_leaves after insert or update of parent_id or delete on spaces
  for each statement execute function keep_space_leaves();
--> statement-breakpoint
alter table reservations add constraint reservations_no_overlap
  exclude using gist (space_id with =, unit with =, tstzrange(starts_at, ends_at, '[)') with &&);
--> statement-breakpoint
-- Locks a room by its smallest parts, always in the order of their ids, and takes it: with `is_whole` every unit of every
-- part, otherwise the lowest unit that is free for the whole time. Refuses as the constraint above would. In one call, so
-- that of many who wait for the lock those who come too late give it up at once, without asking back; each statement sees
-- what was committed while the one before it waited.
create function take_space(taken reservations, is_whole boolean) returns void language plpgsql as $$
declare leaves uuid[]; places integer; free integer;
begin
  select s.leaf_ids into leaves from spaces s where s.id = taken.space_id;
  perform from spaces s where s.id = any(leaves) order by s.id for no key update;
  if is_whole or cardinality(leaves) > 1 then
    insert into reservations (kind, ref, space_id, unit, starts_at, ends_at, held_until, user_id, order_id)
      select taken.kind, taken.ref, s.id, u, taken.starts_at, taken.ends_at, taken.held_until, taken.user_id, taken.order_id
      from spaces s cross join lateral generate_series(1, s.units) u where s.id = any(leaves);
    return;
  end if;
  select s.units into places from spaces s where s.id = taken.space_id;
  select min(u) into free from generate_series(1, places) u where not exists (
    select from reservations r where r.space_id = taken.space_id and r.unit = u
      and tstzrange(r.starts_at, r.ends_at, '[)') && tstzrange(taken.starts_at, taken.ends_at, '[)'));
  if free is null then
    raise exception 'no unit is free' using errcode = '23P01', constraint = 'reservations_no_overlap';
  end if;
  taken.unit := free;
  insert into reservations select (taken).*;
end $$;
--> statement-breakpoint
-- Keeps the calendar as the rows of a table say: `kind`, the column that says whether a row holds its room, the values
-- of it that do, and whether the whole room is taken or one unit of it, with the minutes to make it ready. Such a table has
-- space_id, starts_at and ends_at, and may have held_until, user_id and order_id. It runs as the owner: nobody else may
-- write into the calendar.
create function keep_space() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
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
      and before->'ends_at' = after->'ends_at' then
    update reservations r set held_until = (after->>'held_until')::timestamptz, user_id = after->>'user_id',
        order_id = (after->>'order_id')::uuid
      where r.kind = tg_argv[0] and r.ref = old.id;
    return null;
  end if;
  if held then
    delete from reservations r where r.kind = tg_argv[0] and r.ref = old.id;
  end if;
  if holds then
    taken := row(tg_argv[0], new.id, new.space_id, 1, new.starts_at, new.ends_at, (after->>'held_until')::timestamptz,
      after->>'user_id', (after->>'order_id')::uuid);
    if not is_whole then
      taken.ends_at := new.ends_at + (select make_interval(mins => s.turnaround_minutes) from spaces s where s.id = new.space_id);
    end if;
    perform take_space(taken, is_whole);
  end if;
  return null;
end $$;
--> statement-breakpoint
revoke insert, update, delete on reservations from exchange_app;
--> statement-breakpoint
revoke execute on function take_space(reservations, boolean) from public;
--> statement-breakpoint
-- The rooms that every house begins with, and one for each facility that there is.
insert into spaces (slug, name) values ('house', 'The whole house');
--> statement-breakpoint
insert into spaces (slug, name, parent_id, sort_order) select 'event-space', 'The Hall', id, 100 from spaces where slug = 'house';
--> statement-breakpoint
insert into spaces (slug, name, parent_id, sort_order) select part.slug, part.name, s.id, 101
  from spaces s, (values ('hall-stage', 'The Hall, stage side'), ('hall-bar', 'The Hall, bar side')) part(slug, name) where s.slug = 'event-space';
--> statement-breakpoint
insert into spaces (slug, name, parent_id, units, opens_at, closes_at, sort_order)
  select case t.slug when 'photo_studio' then 'photography-studio' when 'coworking' then 'coworking-space' else replace(t.slug, '_', '-') end,
    t.name, s.id, t.units, t.opens_at, t.closes_at, t.sort_order
  from booking_types t, spaces s where s.slug = 'house';
--> statement-breakpoint
alter table booking_types add column space_id uuid;
--> statement-breakpoint
update booking_types t set space_id = s.id from spaces s
  where s.slug = case t.slug when 'photo_studio' then 'photography-studio' when 'coworking' then 'coworking-space' else replace(t.slug, '_', '-') end;
--> statement-breakpoint
alter table booking_types alter column space_id set not null;
--> statement-breakpoint
alter table bookings add column space_id uuid;
--> statement-breakpoint
update bookings b set space_id = t.space_id from booking_types t where t.id = b.booking_type_id;
--> statement-breakpoint
alter table market_days add column space_id uuid, add column starts_at timestamptz, add column ends_at timestamptz;
--> statement-breakpoint
update market_days d set space_id = s.id, starts_at = (d."on" + d.set_up_from::time) at time zone 'Europe/London',
  ends_at = (d."on" + d.closes_at::time) at time zone 'Europe/London' + interval '1 hour'
  from spaces s where s.slug = 'event-space';
--> statement-breakpoint
insert into reservations (kind, ref, space_id, unit, starts_at, ends_at, held_until, user_id, order_id)
  select 'booking', id, space_id, unit, starts_at, ends_at, held_until, user_id, order_id from bookings
  where status in ('pending', 'confirmed');
--> statement-breakpoint
insert into reservations (kind, ref, space_id, unit, starts_at, ends_at)
  select 'market', d.id, leaf, 1, d.starts_at, d.ends_at from market_days d join spaces s on s.id = d.space_id, unnest(s.leaf_ids) leaf
  where not d.is_cancelled;
--> statement-breakpoint
set constraints all immediate;
--> statement-breakpoint
alter table bookings alter column space_id set not null;
--> statement-breakpoint
alter table market_days alter column space_id set not null, alter column starts_at set not null, alter column ends_at set not null;
--> statement-breakpoint
ALTER TABLE "market_days" ADD CONSTRAINT "market_days_space_id_spaces_id_fk" FOREIGN KEY ("space_id") REFERENCES "public"."spaces"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_space_id_spaces_id_fk" FOREIGN KEY ("space_id") REFERENCES "public"."spaces"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "booking_types" ADD CONSTRAINT "booking_types_space_id_spaces_id_fk" FOREIGN KEY ("space_id") REFERENCES "public"."spaces"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
alter table bookings drop constraint bookings_no_overlap, drop constraint bookings_unit, drop column unit;
--> statement-breakpoint
alter table booking_types drop constraint booking_types_units, drop column units, drop column opens_at, drop column closes_at;
--> statement-breakpoint
drop function take_unit(uuid, timestamptz, timestamptz);
--> statement-breakpoint
create trigger keep_space after insert or update or delete on bookings
  for each row execute function keep_space('booking', 'status', 'pending confirmed', 'unit');
--> statement-breakpoint
create trigger keep_space after insert or update or delete on market_days
  for each row execute function keep_space('market', 'is_cancelled', 'false', 'whole');
--> statement-breakpoint
select audit_table('spaces', 'id');
--> statement-breakpoint
-- Facilities are kept in memory with what their rooms say.
create trigger tell_facts after insert or update or delete or truncate on spaces for each statement execute function tell_facts();
