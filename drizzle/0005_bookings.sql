-- Hand-written: one unit of a facility is held by one booking at a time; staff's changes are audited.

alter table bookings add constraint bookings_no_overlap
  exclude using gist (booking_type_id with =, unit with =, tstzrange(starts_at, ends_at, '[)') with &&)
  where (status in ('pending', 'confirmed'));
--> statement-breakpoint
select audit_table('booking_types', 'id');
--> statement-breakpoint
select audit_table('bookings', 'id', array['cancel_reason']);
