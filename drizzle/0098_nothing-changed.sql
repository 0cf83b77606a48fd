-- Hand-written: an update that moves nothing but when a row was last written or compared with the payment provider writes no entry of
-- the audit log. The chain is not touched by what is not written.
create or replace function audit_write() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  old_row jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  new_row jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  key_name text := coalesce(tg_argv[0], 'id');
  row_key text := coalesce(new_row, old_row) ->> key_name;
  moments text[] := array['synced_at', 'updated_at'];
  head audit_head;
  entry audit_log;
  i int;
begin
  if tg_op = 'UPDATE' then
    if old_row - moments = new_row - moments then return null; end if;
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
