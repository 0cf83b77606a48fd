-- Hand-written: how the house is reached is what is published as Contact Information, and no setting any more. What was set goes
-- there, but where something is published that is kept, word for word.
set constraints all immediate;
--> statement-breakpoint
insert into homepage_content (section_key, content, updated_at, updated_by)
select 'contact_info',
  jsonb_build_object('address', '12 Paddington Street, Marylebone, London W1U 5QY', 'phone', '+44 20 7946 0123', 'email', 'hello@exchange.example')
    || jsonb_object_agg(lower(substr(key, 6)), value),
  max(updated_at),
  (array_agg(updated_by order by updated_at desc))[1]
from settings
where key in ('venueAddress', 'venuePhone', 'venueEmail') and jsonb_typeof(value) = 'string' and value <> '""'
having count(*) > 0
on conflict (section_key) do update set content = excluded.content || homepage_content.content
  where jsonb_typeof(homepage_content.content) = 'object';
--> statement-breakpoint
delete from settings where key in ('venueAddress', 'venuePhone', 'venueEmail');
