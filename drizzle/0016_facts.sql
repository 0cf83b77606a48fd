-- Hand-written: whoever keeps facts of the house in memory hears when one of these tables changes, whoever changes it.

create function tell_facts() returns trigger language plpgsql as $$
begin
  perform pg_notify('exchange_facts', tg_table_name);
  return null;
end $$;
--> statement-breakpoint
do $$
declare name text;
begin
  foreach name in array array['settings', 'membership_tiers', 'booking_types', 'market_days', 'homepage_content', 'landing_features', 'our_spaces', 'site_images']
  loop
    execute format('create trigger tell_facts after insert or update or delete or truncate on %I for each statement execute function tell_facts()', name);
  end loop;
end $$;
