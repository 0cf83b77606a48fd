-- Hand-written: old entries of the audit log really go. What did it mistook its argument for a column and failed every night.

drop function audit_prune(timestamptz);
--> statement-breakpoint
-- Removes what is older than its retention and remembers where the kept part begins (decision 46). The last month stays whatever
-- is asked: whoever serves requests may call this, and must not be able to remove their own traces.
create function audit_prune(older_than timestamptz) returns bigint language plpgsql security definer set search_path = public, pg_temp as $$
declare last_gone audit_log; gone bigint;
begin
  perform 1 from audit_head for update;
  select * into last_gone from audit_log
    where created_at < least(older_than, clock_timestamp() - interval '28 days') order by id desc limit 1;
  if not found then return 0; end if;
  perform set_config('app.pruning', 'on', true);
  delete from audit_log where id <= last_gone.id;
  get diagnostics gone = row_count;
  perform set_config('app.pruning', 'off', true);
  update audit_head set first_id = last_gone.id + 1, first_previous_hash = last_gone.hash;
  return gone;
end $$;
--> statement-breakpoint
-- What is in this schema is for those to whom it is granted: the job library's role could call what writes into the chain.
revoke all on schema public from public;
