-- Hand-written: one unit of a facility is held by one booking at a time; staff's changes are audited.

alter table bookings add constraint bookings_no_overlap
  exclude using gist (booking_type_id with =, unit with =, tstzrange(starts_at, ends_at, '[)') with &&)
  where (status in ('pending', 'confirmed'));
--> statement-breakpoint
-- Locks the facility and gives its lowest unit that is free for the whole time; refuses as the constraint above would.
-- In one call, so that of many who wait for the lock those who come too late give it up at once, without asking back.
-- Each statement sees what was committed while the one before it waited.
create function take_unit(facility uuid, from_at timestamptz, until_at timestamptz) returns integer language plpgsql as $$
declare places integer; free integer;
begin
  select t.units into places from booking_types t where t.id = facility and t.is_active for no key update;
  select min(u) into free from generate_series(1, places) u where not exists (
    select 1 from bookings b where b.booking_type_id = facility and b.unit = u and b.status in ('pending', 'confirmed')
      and b.starts_at < until_at and b.ends_at > from_at);
  if free is null then
    raise exception 'no unit is free' using errcode = '23P01', constraint = 'bookings_no_overlap';
  end if;
  return free;
end $$;
--> statement-breakpoint
select audit_table('booking_types', 'id');
--> statement-breakpoint
select audit_table('bookings', 'id', array['cancel_reason']);
