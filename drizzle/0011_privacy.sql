-- Hand-written: events in the audit chain that are no change of a row: signing in and out, and exports of people's data.

-- Appends one entry. Only functions of the owner may call it: the serving role could otherwise write what it likes.
create function audit_append(event text, target text, row_key text, actor text, ip text) returns void language plpgsql security definer set search_path = public, pg_temp as $$
declare
  head audit_head;
  entry audit_log;
begin
  select * into strict head from audit_head for update;
  entry.id := head.last_id + 1;
  entry.created_at := clock_timestamp();
  entry.actor_id := actor;
  entry.action := event;
  entry.table_name := target;
  entry.row_id := row_key;
  entry.ip_address := ip;
  entry.request_id := nullif(current_setting('app.request', true), '');
  entry.previous_hash := head.last_hash;
  entry.hash := '';
  entry.hash := audit_hash(entry);
  insert into audit_log select entry.*;
  update audit_head set last_id = entry.id, last_hash = entry.hash;
end $$;
--> statement-breakpoint
revoke execute on function audit_append(text, text, text, text, text) from public;
--> statement-breakpoint
-- An export of somebody's data, in the name of the transaction's actor.
create function audit_export(person text) returns void language sql security definer set search_path = public, pg_temp as $$
  select audit_append('export', 'user', person, nullif(current_setting('app.actor', true), ''), nullif(current_setting('app.ip', true), ''))
$$;
--> statement-breakpoint
-- Sessions that begin and end; one that merely ran out is no sign-out.
create function audit_session() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    perform audit_append('login', 'session', new.id, new.user_id, new.ip_address);
  elsif old.expires_at > clock_timestamp() then
    perform audit_append('logout', 'session', old.id, old.user_id, old.ip_address);
  end if;
  return null;
end $$;
--> statement-breakpoint
create constraint trigger audit_session after insert or delete on session deferrable initially deferred
  for each row execute function audit_session();
--> statement-breakpoint
select audit_table('erasure_requests', 'id', array['reason', 'note'], true);
