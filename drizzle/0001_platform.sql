-- Hand-written: what the schema generator cannot express. Extensions, audit log, append-only tables, accounts.

create extension if not exists btree_gist;
--> statement-breakpoint
-- The end of the audit chain. Every audited change locks this row, so that parallel writers leave one chain.
create table audit_head (
  only_row boolean primary key default true check (only_row),
  last_id bigint not null,
  last_hash text not null,
  -- Where the kept part begins, once old rows were removed.
  first_id bigint not null,
  first_previous_hash text not null
);
--> statement-breakpoint
insert into audit_head values (true, 0, '', 1, '');
--> statement-breakpoint
create function audit_hash(r audit_log) returns text language sql stable as $$
  select encode(sha256(convert_to(jsonb_build_array(r.previous_hash, r.id, extract(epoch from r.created_at)::text, r.actor_id, r.action,
    r.table_name, r.row_id, r.before, r.after, r.ip_address, r.request_id)::text, 'UTF8')), 'hex')
$$;
--> statement-breakpoint
-- Writes one row of the chain. First argument: the key column; the others: columns with personal data, of which only
-- the fact of a change is kept. A deferred trigger, so the chain is locked at the very end of a transaction.
create function audit_write() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  old_row jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  new_row jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  key_name text := coalesce(tg_argv[0], 'id');
  row_key text := coalesce(new_row, old_row) ->> key_name;
  head audit_head;
  entry audit_log;
  i int;
begin
  if tg_op = 'UPDATE' then
    if old_row = new_row then return null; end if;
    select jsonb_object_agg(o.key, o.value), jsonb_object_agg(o.key, new_row -> o.key) into old_row, new_row
      from jsonb_each(old_row) o where o.value is distinct from new_row -> o.key;
  end if;
  for i in 1 .. tg_nargs - 1 loop
    if old_row ? tg_argv[i] then old_row := jsonb_set(old_row, array[tg_argv[i]], '"(personal)"'); end if;
    if new_row ? tg_argv[i] then new_row := jsonb_set(new_row, array[tg_argv[i]], '"(personal)"'); end if;
  end loop;
  select * into strict head from audit_head for update;
  entry.id := head.last_id + 1;
  entry.created_at := clock_timestamp();
  entry.actor_id := nullif(current_setting('app.actor', true), '');
  entry.action := lower(tg_op);
  entry.table_name := tg_table_name;
  entry.row_id := row_key;
  entry.before := old_row;
  entry.after := new_row;
  entry.ip_address := nullif(current_setting('app.ip', true), '');
  entry.request_id := nullif(current_setting('app.request', true), '');
  entry.previous_hash := head.last_hash;
  entry.hash := '';
  entry.hash := audit_hash(entry);
  insert into audit_log select entry.*;
  update audit_head set last_id = entry.id, last_hash = entry.hash;
  return null;
end $$;
--> statement-breakpoint
-- Changes by staff and by the venue's jobs; a member's own bookings, say, are not the back office's business.
create function is_audited() returns boolean language sql stable as $$ select coalesce(current_setting('app.audited', true), 'on') <> 'off' $$;
--> statement-breakpoint
-- Puts a table under audit. `always`: also what members do themselves. `personal`: columns whose content stays out.
create function audit_table(target text, key_column text, personal text[] default '{}', always boolean default false) returns void language plpgsql as $$
declare arguments text;
begin
  select string_agg(quote_literal(a), ', ') into arguments from unnest(array[key_column] || personal) a;
  execute format('create constraint trigger audit_%1$s after insert or update or delete on %1$I deferrable initially deferred
    for each row %2$s execute function audit_write(%3$s)', target, case when always then '' else 'when (is_audited())' end, arguments);
end $$;
--> statement-breakpoint
-- First row at which the chain does not hold, or null. Also finds a removed end and a moved beginning.
create function audit_first_bad() returns bigint language sql stable as $$
  with kept as (
    select r.id, r.hash, r.previous_hash, audit_hash(r) as computed,
      lag(r.hash) over w as before_hash, lag(r.id) over w as before_id
    from audit_log r window w as (order by r.id)
  )
  select min(id) from (
    select k.id from kept k, audit_head h
      where k.hash <> k.computed
        or k.previous_hash <> coalesce(k.before_hash, h.first_previous_hash)
        or k.id <> coalesce(k.before_id + 1, h.first_id)
    union all
    select h.last_id from audit_head h
      where h.last_id >= h.first_id and not exists (select 1 from audit_log r where r.id = h.last_id and r.hash = h.last_hash)
    union all
    select r.id from audit_log r, audit_head h where r.id > h.last_id
  ) bad
$$;
--> statement-breakpoint
-- Removes what is older than its retention and remembers where the kept part begins (decision 46).
create function audit_prune(before timestamptz) returns bigint language plpgsql security definer set search_path = public, pg_temp as $$
declare last_gone audit_log; gone bigint;
begin
  perform 1 from audit_head for update;
  select * into last_gone from audit_log where created_at < before order by id desc limit 1;
  if not found then return 0; end if;
  perform set_config('app.pruning', 'on', true);
  delete from audit_log where id <= last_gone.id;
  get diagnostics gone = row_count;
  perform set_config('app.pruning', 'off', true);
  update audit_head set first_id = last_gone.id + 1, first_previous_hash = last_gone.hash;
  return gone;
end $$;
--> statement-breakpoint
create function append_only() returns trigger language plpgsql as $$
begin
  if current_setting('app.pruning', true) = 'on' and tg_op = 'DELETE' then return old; end if;
  raise exception '% is append-only', tg_table_name using errcode = '42501';
end $$;
--> statement-breakpoint
create trigger audit_log_append_only before update or delete on audit_log for each row execute function append_only();
--> statement-breakpoint
create trigger audit_log_no_truncate before truncate on audit_log for each statement execute function append_only();
--> statement-breakpoint
-- Every account has a profile from its first moment. The referral code is the start of the id (decision 18).
create function make_profile() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into profiles (user_id, first_name, last_name, phone, referral_code)
    values (new.id, new.first_name, new.last_name, new.phone, upper(left(new.id, 8)));
  return null;
end $$;
--> statement-breakpoint
create trigger user_has_profile after insert on "user" for each row execute function make_profile();
--> statement-breakpoint
-- The last admin stays (decision 1). The lock makes two admins who remove each other at once wait in line.
create function keep_one_admin() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('exchange.last_admin'));
  if not exists (select 1 from user_roles where role = 'admin') then
    raise exception 'the last admin cannot be removed' using errcode = '23514', constraint = 'user_roles_last_admin';
  end if;
  return null;
end $$;
--> statement-breakpoint
create trigger user_roles_last_admin after delete or update on user_roles for each row when (old.role = 'admin') execute function keep_one_admin();
--> statement-breakpoint
select audit_table('settings', 'key', '{}', true);
--> statement-breakpoint
select audit_table('user_roles', 'user_id', '{}', true);
--> statement-breakpoint
select audit_table('profiles', 'user_id', array['first_name', 'last_name', 'phone', 'address_line1', 'address_line2', 'city', 'postal_code', 'country']);
--> statement-breakpoint
select audit_table('membership_tiers', 'id', '{}', true);
--> statement-breakpoint
select audit_table('user_memberships', 'id');
