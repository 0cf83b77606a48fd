-- Hand-written: security events are rows of the audit chain, and what the review found missing in it.

-- What an entry of the chain means for security; null for what is no such event. The words are those of src/platform/security/kinds.ts.
-- Arguments: action, table, row, before, after.
create function security_kind(text, text, text, jsonb, jsonb) returns text language sql immutable parallel safe as $$
  select case
    when $1 = 'security' then $3
    when $1 = 'login' then 'signed-in'
    when $1 = 'logout' then 'signed-out'
    when $1 = 'export' then case when $2 = 'user' then 'person-exported' else 'list-exported' end
    when $2 = 'user_roles' then case $1 when 'insert' then 'role-granted' when 'delete' then 'role-withdrawn' end
    when $2 = 'api_keys' then case when $1 = 'insert' then 'key-made' when $1 = 'delete' or $4 ? 'revoked_at' then 'key-ended' end
    when $2 = 'account' then case when $1 = 'insert' or $1 = 'update' and $4 ? 'password' then 'password-set' end
    when $2 = 'user' and $1 = 'update' then case
      when $4 ? 'email' then 'email-changed'
      when $4 ? 'two_factor_enabled' then case $5 ->> 'two_factor_enabled' when 'true' then 'second-factor-on' else 'second-factor-off' end
    end
    when $2 = 'profiles' and $1 = 'update' and $4 ? 'account_status' then
      case $5 ->> 'account_status' when 'active' then 'account-released' else 'account-held' end
    when $2 = 'erasure_requests' and $5 ->> 'status' = 'done' then 'person-erased'
  end
$$;
--> statement-breakpoint
create index audit_log_security on audit_log (id) where security_kind(action, table_name, row_id, before, after) is not null;
--> statement-breakpoint
create index audit_log_security_kind on audit_log (security_kind(action, table_name, row_id, before, after), created_at)
  where security_kind(action, table_name, row_id, before, after) is not null;
--> statement-breakpoint
-- Appends events that are no change of a row, as the server counted them: [{ kind, person, ip, request, times, detail }].
create function security_note(events jsonb) returns void language plpgsql security definer set search_path = public, pg_temp as $$
declare
  head audit_head;
  entry audit_log;
  event jsonb;
begin
  select * into strict head from audit_head for update;
  for event in select * from jsonb_array_elements(events) loop
    entry.id := head.last_id + 1;
    entry.created_at := clock_timestamp();
    entry.actor_id := event ->> 'person';
    entry.action := 'security';
    entry.table_name := 'security';
    entry.row_id := event ->> 'kind';
    entry.before := null;
    entry.after := jsonb_build_object('times', event -> 'times', 'detail', event -> 'detail');
    entry.ip_address := event ->> 'ip';
    entry.request_id := event ->> 'request';
    entry.previous_hash := head.last_hash;
    entry.hash := '';
    entry.hash := audit_hash(entry);
    insert into audit_log select entry.*;
    head.last_id := entry.id;
    head.last_hash := entry.hash;
  end loop;
  update audit_head set last_id = head.last_id, last_hash = head.last_hash;
end $$;
--> statement-breakpoint
-- An export of a list, in the name of the transaction's actor.
create function audit_list_export(list text, exported int) returns void language sql security definer set search_path = public, pg_temp as $$
  select audit_append('export', list, exported::text, nullif(current_setting('app.actor', true), ''), nullif(current_setting('app.ip', true), ''))
$$;
--> statement-breakpoint
-- What somebody does by themselves, unlike a job or a sign-in.
create function has_actor() returns boolean language sql stable as $$ select coalesce(current_setting('app.actor', true), '') <> '' $$;
--> statement-breakpoint
-- Accounts that staff make, and of every account what lets somebody in. Names and addresses stay out.
create constraint trigger audit_user_made after insert on "user" deferrable initially deferred for each row when (is_audited() and has_actor())
  execute function audit_write('id', 'name', 'email', 'email_key', 'image', 'first_name', 'last_name', 'phone');
--> statement-breakpoint
create constraint trigger audit_user after update of email, email_verified, two_factor_enabled or delete on "user" deferrable initially deferred for each row
  execute function audit_write('id', 'name', 'email', 'email_key', 'image', 'first_name', 'last_name', 'phone');
--> statement-breakpoint
create constraint trigger audit_account after insert or update of password or delete on account deferrable initially deferred for each row
  execute function audit_write('user_id', 'password', 'access_token', 'refresh_token', 'id_token');
--> statement-breakpoint
create constraint trigger audit_two_factor after insert or update of secret, backup_codes, verified or delete on two_factor deferrable initially deferred for each row
  execute function audit_write('user_id', 'secret', 'backup_codes');
--> statement-breakpoint
create constraint trigger audit_api_keys after insert or update of revoked_at or delete on api_keys deferrable initially deferred for each row
  execute function audit_write('id', 'key_hash');
--> statement-breakpoint
-- Sent again by hand, or handled again: what jobs do with the same rows is no change by staff.
create constraint trigger audit_mails after update of status on mails deferrable initially deferred for each row when (is_audited() and has_actor())
  execute function audit_write('id', 'to_address', 'props', 'subject', 'last_error');
--> statement-breakpoint
create constraint trigger audit_payment_events after update of status on payment_events deferrable initially deferred for each row when (is_audited() and has_actor())
  execute function audit_write('id', 'last_error');
