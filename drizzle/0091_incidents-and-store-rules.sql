-- Hand-written: the final decision about an incident is written once, and what staff change about incidents is in the audit log, without
-- what it says of anybody.
create function keep_incident_decision() returns trigger language plpgsql as $$
begin
  raise exception 'the decision about an incident never changes' using errcode = '42501';
end $$;
--> statement-breakpoint
create trigger keep_incident_decision before update of admin_final_response, admin_final_response_at on incident_reports
  for each row when (old.admin_final_response is not null and (new.admin_final_response, new.admin_final_response_at)
    is distinct from (old.admin_final_response, old.admin_final_response_at)) execute function keep_incident_decision();
--> statement-breakpoint
select audit_table('incident_reports', 'id', array['description', 'actions_taken', 'follow_up_notes', 'admin_final_response']);
--> statement-breakpoint
select audit_table('incident_people', 'id', array['name', 'email', 'role', 'phone']);
--> statement-breakpoint
select audit_table('incident_sendings', 'id', array['user_id', 'email']);
--> statement-breakpoint
select audit_table('incident_responses', 'id', array['user_id', 'link_email', 'respondent_name', 'respondent_email',
  'respondent_phone', 'reason_for_visit', 'response_text']);
--> statement-breakpoint
select audit_table('incident_link_views', 'id', array['user_id', 'email', 'ip_address', 'user_agent']);
--> statement-breakpoint
-- Hand-written: what the office does to products of the storefront is in the audit log.
select audit_table('product_edits', 'id');
--> statement-breakpoint
-- Hand-written: what staff set for products of the store is audited.
select audit_table('product_access_requirements', 'id');
