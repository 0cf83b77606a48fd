-- Hand-written: the last admin who can act stays, and nobody removes their own admin role (decision 1).

-- Replaces the first form: an admin who is blocked cannot lead the house, so they do not count.
create or replace function keep_one_admin() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('exchange.last_admin'));
  if not exists (select 1 from user_roles r join profiles p on p.user_id = r.user_id
      where r.role = 'admin' and p.account_status = 'active') then
    raise exception 'the last admin cannot be removed' using errcode = '23514', constraint = 'user_roles_last_admin';
  end if;
  return null;
end $$;
--> statement-breakpoint
create function keep_admins_active() returns trigger language plpgsql as $$
begin
  if not exists (select 1 from user_roles where user_id = new.user_id and role = 'admin') then return null; end if;
  perform pg_advisory_xact_lock(hashtext('exchange.last_admin'));
  if not exists (select 1 from user_roles r join profiles p on p.user_id = r.user_id
      where r.role = 'admin' and p.account_status = 'active') then
    raise exception 'the last admin cannot be blocked' using errcode = '23514', constraint = 'user_roles_last_admin';
  end if;
  return null;
end $$;
--> statement-breakpoint
create trigger profiles_last_admin after update of account_status on profiles for each row
  when (old.account_status = 'active' and new.account_status <> 'active') execute function keep_admins_active();
--> statement-breakpoint
create function keep_own_admin_role() returns trigger language plpgsql as $$
begin
  if old.user_id = nullif(current_setting('app.actor', true), '') then
    raise exception 'nobody removes their own admin role' using errcode = '23514', constraint = 'user_roles_own_admin';
  end if;
  return old;
end $$;
--> statement-breakpoint
create trigger user_roles_own_admin before delete on user_roles for each row when (old.role = 'admin') execute function keep_own_admin_role();
--> statement-breakpoint
-- One password per account, however many acceptances of an invitation arrive at once.
create unique index account_one_per_provider on account (user_id, provider_id);
