CREATE TABLE "market_papers" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" text NOT NULL,
	"kind" text NOT NULL,
	"file_id" uuid NOT NULL,
	"expires_on" date,
	"status" text DEFAULT 'waiting' NOT NULL,
	"reason" text,
	"decided_at" timestamp with time zone,
	"decided_by" text,
	"reminded_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "market_papers_kind" CHECK ("market_papers"."kind" in ('residence', 'insurance', 'food')),
	CONSTRAINT "market_papers_status" CHECK ("market_papers"."status" in ('waiting', 'accepted', 'refused', 'replaced')),
	CONSTRAINT "market_papers_expiry" CHECK ("market_papers"."expires_on" is not null or "market_papers"."kind" = 'residence' and "market_papers"."status" <> 'accepted'),
	CONSTRAINT "market_papers_decided" CHECK (("market_papers"."status" in ('accepted', 'refused')) <= ("market_papers"."decided_at" is not null) and ("market_papers"."status" = 'refused') <= ("market_papers"."reason" is not null))
);
--> statement-breakpoint
CREATE TABLE "market_pitches" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"label" text NOT NULL,
	"row" integer NOT NULL,
	"column" integer NOT NULL,
	"size" text NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "market_pitches_size" CHECK ("market_pitches"."size" in ('single', 'double')),
	CONSTRAINT "market_pitches_place" CHECK ("row" between 0 and 11 and "column" between 0 and 20 - case size when 'double' then 2 else 1 end)
);
--> statement-breakpoint
CREATE TABLE "market_bookings" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" text NOT NULL,
	"market_date" date NOT NULL,
	"business_name" text NOT NULL,
	"contact_name" text NOT NULL,
	"email" text NOT NULL,
	"phone" text DEFAULT '' NOT NULL,
	"stall_type" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"stall_size" text NOT NULL,
	"car_park_access" boolean DEFAULT false NOT NULL,
	"electricity_access" boolean DEFAULT false NOT NULL,
	"table_rental" boolean DEFAULT false NOT NULL,
	"is_westminster_resident" boolean DEFAULT false NOT NULL,
	"proof_id" uuid,
	"price" integer NOT NULL,
	"car_park_price" integer DEFAULT 0 NOT NULL,
	"electricity_price" integer DEFAULT 0 NOT NULL,
	"table_price" integer DEFAULT 0 NOT NULL,
	"base_price" integer NOT NULL,
	"discount_kind" text DEFAULT 'none' NOT NULL,
	"discount_percent" integer DEFAULT 0 NOT NULL,
	"discount_amount" integer DEFAULT 0 NOT NULL,
	"resident_percent" integer DEFAULT 0 NOT NULL,
	"final_price" integer NOT NULL,
	"status" text NOT NULL,
	"order_id" uuid,
	"held_until" timestamp with time zone,
	"pitch_id" uuid,
	"confirmed_at" timestamp with time zone,
	"moved_at" timestamp with time zone,
	"moved_by" text,
	"cancelled_at" timestamp with time zone,
	"cancelled_by" text,
	"cancel_reason" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "market_bookings_type" CHECK ("market_bookings"."stall_type" in ('art', 'craft', 'fashion', 'food', 'books', 'vintage', 'other')),
	CONSTRAINT "market_bookings_size" CHECK ("market_bookings"."stall_size" in ('single', 'double')),
	CONSTRAINT "market_bookings_discount" CHECK ("market_bookings"."discount_kind" in ('none', 'westminster', 'tier')),
	CONSTRAINT "market_bookings_status" CHECK ("market_bookings"."status" in ('pending', 'confirmed', 'cancelled')),
	CONSTRAINT "market_bookings_parts" CHECK (least("market_bookings"."price", "market_bookings"."car_park_price", "market_bookings"."electricity_price", "market_bookings"."table_price") >= 0
        and ("market_bookings"."car_park_access" or "market_bookings"."car_park_price" = 0) and ("market_bookings"."electricity_access" or "market_bookings"."electricity_price" = 0) and ("market_bookings"."table_rental" or "market_bookings"."table_price" = 0)
        and "market_bookings"."base_price" = "market_bookings"."price" + "market_bookings"."car_park_price" + "market_bookings"."electricity_price" + "market_bookings"."table_price"),
	CONSTRAINT "market_bookings_price" CHECK ("market_bookings"."discount_percent" between 0 and 100 and "market_bookings"."resident_percent" between 0 and 100 and ("market_bookings"."discount_kind" = 'none') = ("market_bookings"."discount_percent" = 0)
        and "market_bookings"."discount_amount" = ("market_bookings"."base_price" * "market_bookings"."discount_percent" + 50) / 100 and "market_bookings"."final_price" = "market_bookings"."base_price" - "market_bookings"."discount_amount"),
	CONSTRAINT "market_bookings_resident" CHECK ("market_bookings"."discount_kind" <> 'westminster' or "market_bookings"."is_westminster_resident" and "market_bookings"."proof_id" is not null),
	CONSTRAINT "market_bookings_held" CHECK (("market_bookings"."status" = 'pending') = ("market_bookings"."held_until" is not null) and ("market_bookings"."status" <> 'pending' or "market_bookings"."order_id" is not null)),
	CONSTRAINT "market_bookings_confirmed" CHECK ("market_bookings"."status" <> 'confirmed' or "market_bookings"."confirmed_at" is not null and ("market_bookings"."order_id" is not null or "market_bookings"."final_price" = 0)),
	CONSTRAINT "market_bookings_cancelled" CHECK (("market_bookings"."status" = 'cancelled') = ("market_bookings"."cancelled_at" is not null))
);
--> statement-breakpoint
ALTER TABLE "waiting_entries" DROP CONSTRAINT "waiting_entries_kind";--> statement-breakpoint
ALTER TABLE "market_days" ADD COLUMN "taken" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "market_papers" ADD CONSTRAINT "market_papers_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "market_papers" ADD CONSTRAINT "market_papers_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "market_papers" ADD CONSTRAINT "market_papers_decided_by_user_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "market_bookings" ADD CONSTRAINT "market_bookings_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "market_bookings" ADD CONSTRAINT "market_bookings_market_date_market_days_on_fk" FOREIGN KEY ("market_date") REFERENCES "public"."market_days"("on") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "market_bookings" ADD CONSTRAINT "market_bookings_proof_id_market_papers_id_fk" FOREIGN KEY ("proof_id") REFERENCES "public"."market_papers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "market_bookings" ADD CONSTRAINT "market_bookings_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "market_bookings" ADD CONSTRAINT "market_bookings_pitch_id_market_pitches_id_fk" FOREIGN KEY ("pitch_id") REFERENCES "public"."market_pitches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "market_bookings" ADD CONSTRAINT "market_bookings_moved_by_user_id_fk" FOREIGN KEY ("moved_by") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "market_bookings" ADD CONSTRAINT "market_bookings_cancelled_by_user_id_fk" FOREIGN KEY ("cancelled_by") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "market_papers_waiting" ON "market_papers" USING btree ("user_id","kind") WHERE "market_papers"."status" = 'waiting';--> statement-breakpoint
CREATE UNIQUE INDEX "market_papers_accepted" ON "market_papers" USING btree ("user_id","kind") WHERE "market_papers"."status" = 'accepted';--> statement-breakpoint
CREATE UNIQUE INDEX "market_papers_file" ON "market_papers" USING btree ("file_id");--> statement-breakpoint
CREATE INDEX "market_papers_created_at_id_index" ON "market_papers" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "market_papers_expires_on_index" ON "market_papers" USING btree ("expires_on");--> statement-breakpoint
CREATE UNIQUE INDEX "market_pitches_label" ON "market_pitches" USING btree (lower("label")) WHERE "market_pitches"."is_active";--> statement-breakpoint
CREATE UNIQUE INDEX "market_bookings_pitch" ON "market_bookings" USING btree ("market_date","pitch_id") WHERE "market_bookings"."status" <> 'cancelled' and "market_bookings"."pitch_id" is not null;--> statement-breakpoint
CREATE INDEX "market_bookings_user_id_market_date_index" ON "market_bookings" USING btree ("user_id","market_date");--> statement-breakpoint
CREATE INDEX "market_bookings_market_date_stall_type_index" ON "market_bookings" USING btree ("market_date","stall_type");--> statement-breakpoint
CREATE INDEX "market_bookings_created_at_id_index" ON "market_bookings" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "market_bookings_order_id_index" ON "market_bookings" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "market_bookings_proof_id_index" ON "market_bookings" USING btree ("proof_id");--> statement-breakpoint
ALTER TABLE "market_days" ADD CONSTRAINT "market_days_taken" CHECK ("market_days"."taken" between 0 and "market_days"."pitches");--> statement-breakpoint
ALTER TABLE "waiting_entries" ADD CONSTRAINT "waiting_entries_kind" CHECK ("waiting_entries"."kind" in ('slot', 'event', 'stall'));
--> statement-breakpoint
-- Hand-written: no two pitches of the plan lie over each other.
alter table market_pitches add constraint market_pitches_apart
  exclude using gist ("row" with =, int4range("column", "column" + case size when 'double' then 2 else 1 end) with &&) where (is_active);
--> statement-breakpoint
-- So many pitches of a day are taken; the constraint there refuses what is more than there are.
create function take_pitches(day date, number integer) returns void language sql as $$
  update market_days set taken = taken + number where "on" = day and number <> 0
$$;
--> statement-breakpoint
create function pitches_of(size text) returns integer language sql immutable as $$ select case size when 'double' then 2 else 1 end $$;
--> statement-breakpoint
-- What a stall takes on its day, so long as it is not cancelled; days in their order, so that nobody waits in a ring.
create function count_pitches() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare was integer := 0; becomes integer := 0; old_day date; new_day date;
begin
  if tg_op <> 'INSERT' then
    old_day := old.market_date;
    if old.status <> 'cancelled' then was := pitches_of(old.stall_size); end if;
  end if;
  if tg_op <> 'DELETE' then
    new_day := new.market_date;
    if new.status <> 'cancelled' then becomes := pitches_of(new.stall_size); end if;
  end if;
  if old_day = new_day then
    perform take_pitches(new_day, becomes - was);
  elsif old_day < new_day then
    perform take_pitches(old_day, -was), take_pitches(new_day, becomes);
  else
    perform take_pitches(new_day, becomes), take_pitches(old_day, -was);
  end if;
  return null;
end $$;
--> statement-breakpoint
create trigger count_pitches after insert or update or delete on market_bookings for each row execute function count_pitches();
--> statement-breakpoint
-- The same of what is offered to somebody who waits; their subject is "day kind size".
create function count_offered() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare was integer := 0; becomes integer := 0; entry waiting_entries;
begin
  if tg_op <> 'INSERT' and old.status = 'offered' then was := pitches_of(split_part(old.subject, ' ', 3)); end if;
  if tg_op <> 'DELETE' and new.status = 'offered' then becomes := pitches_of(split_part(new.subject, ' ', 3)); end if;
  if tg_op = 'DELETE' then entry := old; else entry := new; end if;
  perform take_pitches(entry."on", becomes - was);
  return null;
end $$;
--> statement-breakpoint
create trigger count_offered_insert after insert on waiting_entries for each row when (new.kind = 'stall') execute function count_offered();
--> statement-breakpoint
create trigger count_offered_update after update on waiting_entries for each row when (new.kind = 'stall') execute function count_offered();
--> statement-breakpoint
create trigger count_offered_delete after delete on waiting_entries for each row when (old.kind = 'stall') execute function count_offered();
--> statement-breakpoint
-- A stall stands on a pitch of its own size that is on the plan; whoever draws the plan meanwhile is waited for.
create function fit_pitch() returns trigger language plpgsql as $$
declare found_size text;
begin
  select p.size into found_size from market_pitches p where p.id = new.pitch_id and p.is_active for share;
  if found_size is distinct from new.stall_size then
    raise exception 'a pitch that does not fit' using errcode = '23514', constraint = 'market_bookings_fit';
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger fit_pitch_insert before insert on market_bookings
  for each row when (new.pitch_id is not null and new.status <> 'cancelled') execute function fit_pitch();
--> statement-breakpoint
create trigger fit_pitch_update before update on market_bookings
  for each row when (new.pitch_id is not null and new.status <> 'cancelled' and (new.pitch_id is distinct from old.pitch_id or new.stall_size <> old.stall_size))
  execute function fit_pitch();
--> statement-breakpoint
select audit_table('market_pitches', 'id');
--> statement-breakpoint
select audit_table('market_papers', 'id', array['reason']);
--> statement-breakpoint
select audit_table('market_bookings', 'id', array['business_name', 'contact_name', 'email', 'phone', 'description', 'cancel_reason']);
--> statement-breakpoint
create trigger tell_facts after insert or update or delete or truncate on market_pitches for each statement execute function tell_facts();
