-- Hand-written: votes are append-only and never on oneself; what staff decide is audited.

create trigger committee_votes_append_only before update or delete on committee_votes for each row execute function append_only();
--> statement-breakpoint
-- The last guard behind the procedure: nobody votes on their own application or their referral's, or after the decision.
create function check_committee_vote() returns trigger language plpgsql as $$
declare application membership_applications;
begin
  select * into strict application from membership_applications where id = new.application_id;
  if new.voter_id in (application.user_id, application.referrer_user_id) then
    raise exception 'nobody votes on themselves' using errcode = '23514', constraint = 'committee_votes_own';
  end if;
  if application.status <> 'pending' or application.declined_at is not null then
    raise exception 'the vote is closed' using errcode = '23514', constraint = 'committee_votes_closed';
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger committee_votes_checked before insert on committee_votes for each row execute function check_committee_vote();
--> statement-breakpoint
insert into rejection_reasons (reason, needs_notes) values
  ('Application incomplete', false),
  ('Documents could not be verified', false),
  ('Not a fit with the house at this time', false),
  ('No capacity in this discipline', false),
  ('Other - see notes', true);
--> statement-breakpoint
select audit_table('membership_applications', 'id', array['full_name', 'email', 'email_key', 'phone_number', 'address', 'city', 'postcode',
  'why_join', 'social_media_links', 'emergency_contact_name', 'emergency_contact_phone', 'emergency_contact_relationship']);
--> statement-breakpoint
select audit_table('committee_votes', 'application_id', array['reason']);
--> statement-breakpoint
select audit_table('recusals', 'application_id');
--> statement-breakpoint
select audit_table('application_questions', 'id', array['question', 'answer']);
--> statement-breakpoint
select audit_table('committee_notes', 'id', array['body']);
--> statement-breakpoint
select audit_table('rejection_reasons', 'id', '{}', true);
--> statement-breakpoint
select audit_table('registrations', 'id', array['first_name', 'last_name', 'email', 'email_key', 'city', 'phone_number']);
--> statement-breakpoint
select audit_table('waiting_list', 'id', array['first_name', 'last_name', 'email', 'email_key', 'phone_number']);
--> statement-breakpoint
select audit_table('archived_members', 'id', array['email', 'email_key', 'full_name', 'phone_number', 'member_data']);
