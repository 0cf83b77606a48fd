ALTER TABLE "market_bookings" DROP CONSTRAINT "market_bookings_market_date_market_days_on_fk";
--> statement-breakpoint
ALTER TABLE "market_days" ADD COLUMN "note" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "guest_ticket_purchases" ADD COLUMN "rescheduled_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "market_bookings" ADD COLUMN "rescheduled_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "market_bookings" ADD CONSTRAINT "market_bookings_market_date_market_days_on_fk" FOREIGN KEY ("market_date") REFERENCES "public"."market_days"("on") ON DELETE no action ON UPDATE cascade;
--> statement-breakpoint
-- Hand-written: a market that is put to another day takes its stalls with it; they are counted there already.
create or replace function count_pitches() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
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
  if old_day <> new_day and not exists (select from market_days where "on" = old_day) then
    return null;
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
-- What somebody pays for is theirs: no other purchase for the same address ends it. Of one account that has several open, the
-- last one stays; money that comes for the others counts all the same.
update guest_ticket_purchases p set status = 'expired' where p.status = 'pending' and exists (
  select from guest_ticket_purchases later where later.user_id = p.user_id and later.status = 'pending'
    and (later.created_at, later.id) > (p.created_at, p.id));
--> statement-breakpoint
set constraints all immediate;--> statement-breakpoint
DROP INDEX "guest_ticket_purchases_open";--> statement-breakpoint
CREATE UNIQUE INDEX "guest_ticket_purchases_open" ON "guest_ticket_purchases" USING btree ("user_id") WHERE "guest_ticket_purchases"."status" = 'pending';
--> statement-breakpoint
-- For so many more stalls of each size the plan of the hall has a pitch on a day: of those that are drawn, less live stalls,
-- with a pitch or without, and what is offered to who waits. Null while no plan is drawn.
create function places_left(day date) returns jsonb language sql stable as $$
  select case when count(*) > 0 then jsonb_object_agg(s.size, s.drawn - s.gone) end from (
    select size, (select count(*) from market_pitches p where p.is_active and p.size = sizes.size) as drawn,
      (select count(*) from market_bookings b where b.market_date = day and b.stall_size = sizes.size and b.status <> 'cancelled')
      + (select count(*) from waiting_entries o where o.kind = 'stall' and o."on" = day and o.status = 'offered'
        and split_part(o.subject, ' ', 3) = sizes.size) as gone
    from (values ('single'), ('double')) sizes(size)) s
  where exists (select from market_pitches p where p.is_active)
$$;
