ALTER TABLE "contact_inquiries" ADD COLUMN "status" text DEFAULT 'open' NOT NULL;--> statement-breakpoint
ALTER TABLE "contact_inquiries" ADD COLUMN "reply" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "contact_inquiries" ADD COLUMN "answered_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "contact_inquiries" ADD COLUMN "answered_by" text;--> statement-breakpoint
ALTER TABLE "user" ADD COLUMN "referred_by_code" text;--> statement-breakpoint
ALTER TABLE "contact_inquiries" ADD CONSTRAINT "contact_inquiries_answered_by_user_id_fk" FOREIGN KEY ("answered_by") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "contact_inquiries_status_created_at_index" ON "contact_inquiries" USING btree ("status","created_at");--> statement-breakpoint
ALTER TABLE "contact_inquiries" ADD CONSTRAINT "contact_inquiries_status" CHECK ("contact_inquiries"."status" in ('open', 'answered'));--> statement-breakpoint
ALTER TABLE "contact_inquiries" ADD CONSTRAINT "contact_inquiries_answered" CHECK (("contact_inquiries"."status" = 'open') = ("contact_inquiries"."answered_at" is null));--> statement-breakpoint
-- Hand-written from here. Votes stay as they were cast; erasing the applicant may take the words about them and nothing else (decision 47).
create function votes_stay() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.reason = 'Erased' and to_jsonb(new) - 'reason' = to_jsonb(old) - 'reason' then return new; end if;
  raise exception '% is append-only', tg_table_name using errcode = '42501';
end $$;
--> statement-breakpoint
drop trigger committee_votes_append_only on committee_votes;
--> statement-breakpoint
create trigger committee_votes_append_only before update or delete on committee_votes for each row execute function votes_stay();
--> statement-breakpoint
grant update (reason) on committee_votes to exchange_app;
--> statement-breakpoint
-- What staff write about a person stays out of the log as what the person wrote does.
drop trigger audit_membership_applications on membership_applications;
--> statement-breakpoint
select audit_table('membership_applications', 'id', array['full_name', 'email', 'email_key', 'phone_number', 'address', 'city', 'postcode',
  'creative_discipline', 'why_join', 'social_media_links', 'emergency_contact_name', 'emergency_contact_phone',
  'emergency_contact_relationship', 'rejection_reason']);
--> statement-breakpoint
drop trigger audit_contact_inquiries on contact_inquiries;
--> statement-breakpoint
select audit_table('contact_inquiries', 'id', array['name', 'email', 'phone', 'message', 'reply']);
--> statement-breakpoint
drop trigger audit_archived_members on archived_members;
--> statement-breakpoint
select audit_table('archived_members', 'id', array['email', 'email_key', 'full_name', 'phone_number', 'archived_reason', 'member_data']);
--> statement-breakpoint
drop trigger audit_profiles on profiles;
--> statement-breakpoint
select audit_table('profiles', 'user_id', array['first_name', 'last_name', 'phone', 'address_line1', 'address_line2', 'city', 'postal_code', 'country',
  'blocked_reason']);
