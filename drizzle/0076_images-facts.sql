-- Hand-written: what staff change of the pictures is audited, every process hears of it, and the places of the house have their lines.
set constraints all immediate;
--> statement-breakpoint
select audit_table('images', 'id', '{}', true);
--> statement-breakpoint
select audit_table('facility_images', 'id', '{}', true);
--> statement-breakpoint
create trigger tell_facts after insert or update or delete or truncate on images for each statement execute function tell_facts();
--> statement-breakpoint
create trigger tell_facts after insert or update or delete or truncate on facility_images for each statement execute function tell_facts();
--> statement-breakpoint
create index images_alt_search on images using gin (alt gin_trgm_ops);
--> statement-breakpoint
insert into facility_images (facility_key, facility_name) values
  ('coworking-space', 'Coworking Space'), ('event-space', 'Event Space'), ('ice-bath', 'Ice Bath'),
  ('market-stall', 'Market Stall'), ('meeting-room', 'Meeting Room'), ('music-studio', 'Music Studio'),
  ('photo-podcast-studio', 'Photo and Podcast Studio'), ('photography-studio', 'Photography Studio'),
  ('podcast-studio', 'Podcast Studio'), ('sauna', 'Sauna');
--> statement-breakpoint
insert into facility_images (facility_key, facility_name)
  select slug, name from spaces where parent_id is not null and slug not in (select facility_key from facility_images) and
    exists (select from booking_types where space_id = spaces.id);
