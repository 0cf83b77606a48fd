CREATE TABLE "archived_members" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"email" text NOT NULL,
	"email_key" text NOT NULL,
	"full_name" text DEFAULT '' NOT NULL,
	"phone_number" text DEFAULT '' NOT NULL,
	"archived_at" timestamp with time zone DEFAULT now() NOT NULL,
	"archived_reason" text,
	"member_data" jsonb DEFAULT '{}'::jsonb NOT NULL,
	CONSTRAINT "archived_members_emailKey_unique" UNIQUE("email_key")
);
--> statement-breakpoint
CREATE TABLE "membership_applications" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" text,
	"full_name" text NOT NULL,
	"email" text NOT NULL,
	"email_key" text NOT NULL,
	"phone_number" text NOT NULL,
	"tier_slug" text NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"terms_accepted" boolean NOT NULL,
	"terms_accepted_at" timestamp with time zone NOT NULL,
	"address" text,
	"city" text,
	"postcode" text,
	"is_westminster_resident" boolean DEFAULT false NOT NULL,
	"creative_discipline" text,
	"social_media_links" text[] DEFAULT '{}' NOT NULL,
	"why_join" text,
	"emergency_contact_name" text,
	"emergency_contact_phone" text,
	"emergency_contact_relationship" text,
	"insurance_waiver_accepted" boolean DEFAULT false NOT NULL,
	"insurance_waiver_accepted_at" timestamp with time zone,
	"background_check_consent" boolean DEFAULT false NOT NULL,
	"start_on" date,
	"pro_rata_requested" boolean DEFAULT false NOT NULL,
	"id_document_file_id" uuid,
	"proof_of_residence_file_id" uuid,
	"documents_deleted_at" timestamp with time zone,
	"referral_code" text,
	"referrer_user_id" text,
	"current_votes" integer DEFAULT 0 NOT NULL,
	"reject_votes" integer DEFAULT 0 NOT NULL,
	"required_votes" integer NOT NULL,
	"committee_size" integer NOT NULL,
	"declined_at" timestamp with time zone,
	"rejection_reason" text,
	"reviewed_at" timestamp with time zone,
	"decided_by" text,
	"overridden_by" text,
	"welcomed_at" timestamp with time zone,
	"reminded_at" timestamp with time zone,
	"submitted_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "membership_applications_status" CHECK ("membership_applications"."status" in ('pending', 'approved', 'rejected')),
	CONSTRAINT "membership_applications_votes" CHECK ("membership_applications"."current_votes" >= 0 and "membership_applications"."reject_votes" >= 0 and "membership_applications"."required_votes" >= 1),
	CONSTRAINT "membership_applications_decided" CHECK (("membership_applications"."status" = 'pending') = ("membership_applications"."reviewed_at" is null)),
	CONSTRAINT "membership_applications_reason" CHECK (("membership_applications"."status" = 'rejected') = ("membership_applications"."rejection_reason" is not null)),
	CONSTRAINT "membership_applications_terms" CHECK ("membership_applications"."terms_accepted"),
	CONSTRAINT "membership_applications_not_own_referral" CHECK ("membership_applications"."referrer_user_id" is null or "membership_applications"."referrer_user_id" <> "membership_applications"."user_id")
);
--> statement-breakpoint
CREATE TABLE "rejection_reasons" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"reason" text NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"needs_notes" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "rejection_reasons_reason_unique" UNIQUE("reason")
);
--> statement-breakpoint
CREATE TABLE "bookings" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"booking_type_id" uuid NOT NULL,
	"unit" integer NOT NULL,
	"booking_on" date NOT NULL,
	"starts_at_time" text NOT NULL,
	"ends_at_time" text NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"status" text NOT NULL,
	"paid_with" text NOT NULL,
	"tokens_used" integer DEFAULT 0 NOT NULL,
	"price_pence" integer DEFAULT 0 NOT NULL,
	"order_id" uuid,
	"user_id" text NOT NULL,
	"held_until" timestamp with time zone,
	"confirmed_at" timestamp with time zone,
	"cancelled_at" timestamp with time zone,
	"cancelled_by" text,
	"cancel_reason" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "bookings_range" CHECK (isfinite("bookings"."starts_at") and isfinite("bookings"."ends_at") and "bookings"."ends_at" > "bookings"."starts_at" and "bookings"."ends_at" <= "bookings"."starts_at" + interval '25 hours'),
	CONSTRAINT "bookings_unit" CHECK ("bookings"."unit" >= 1),
	CONSTRAINT "bookings_status" CHECK ("bookings"."status" in ('pending', 'confirmed', 'cancelled')),
	CONSTRAINT "bookings_held" CHECK (("bookings"."status" = 'pending') <= ("bookings"."held_until" is not null and "bookings"."order_id" is not null)),
	CONSTRAINT "bookings_cancelled" CHECK (("bookings"."status" = 'cancelled') = ("bookings"."cancelled_at" is not null)),
	CONSTRAINT "bookings_price" CHECK ("bookings"."tokens_used" >= 0 and "bookings"."price_pence" >= 0 and ("bookings"."paid_with" = 'tokens' and "bookings"."price_pence" = 0 or "bookings"."paid_with" = 'card' and "bookings"."tokens_used" = 0))
);
--> statement-breakpoint
CREATE TABLE "cart_items" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" text NOT NULL,
	"booking_type_id" uuid NOT NULL,
	"booking_on" date NOT NULL,
	"starts_at_time" text NOT NULL,
	"pay_with" text DEFAULT 'auto' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "cart_items_pay_with" CHECK ("cart_items"."pay_with" in ('auto', 'tokens', 'card'))
);
--> statement-breakpoint
CREATE TABLE "application_questions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"application_id" uuid NOT NULL,
	"asked_by" text,
	"question" text NOT NULL,
	"asked_at" timestamp with time zone DEFAULT now() NOT NULL,
	"answer" text,
	"answered_at" timestamp with time zone,
	CONSTRAINT "application_questions_answer" CHECK (("application_questions"."answer" is null) = ("application_questions"."answered_at" is null))
);
--> statement-breakpoint
CREATE TABLE "committee_notes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"application_id" uuid NOT NULL,
	"author_id" text,
	"body" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "committee_votes" (
	"application_id" uuid NOT NULL,
	"voter_id" text NOT NULL,
	"vote" text NOT NULL,
	"reason" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "committee_votes_once" PRIMARY KEY("application_id","voter_id"),
	CONSTRAINT "committee_votes_vote" CHECK ("committee_votes"."vote" in ('approve', 'reject')),
	CONSTRAINT "committee_votes_reason" CHECK ("committee_votes"."reason" <> '')
);
--> statement-breakpoint
CREATE TABLE "recusals" (
	"application_id" uuid NOT NULL,
	"user_id" text NOT NULL,
	"cause" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "recusals_application_id_user_id_pk" PRIMARY KEY("application_id","user_id"),
	CONSTRAINT "recusals_cause" CHECK ("recusals"."cause" in ('applicant', 'referrer', 'declared'))
);
--> statement-breakpoint
CREATE TABLE "code_acceptances" (
	"user_id" text NOT NULL,
	"version" integer NOT NULL,
	"accepted_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ip_address" text,
	CONSTRAINT "code_acceptances_user_id_version_pk" PRIMARY KEY("user_id","version")
);
--> statement-breakpoint
CREATE TABLE "code_of_conduct" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"version" integer NOT NULL,
	"title" text NOT NULL,
	"sections" jsonb NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"published_at" timestamp with time zone NOT NULL,
	"published_by" text,
	CONSTRAINT "code_of_conduct_number" CHECK ("code_of_conduct"."version" >= 1)
);
--> statement-breakpoint
CREATE TABLE "contact_inquiries" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" text,
	"inquiry_type" text DEFAULT 'general' NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"phone" text DEFAULT '' NOT NULL,
	"message" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "contact_inquiries_type" CHECK ("contact_inquiries"."inquiry_type" in ('general', 'event_space'))
);
--> statement-breakpoint
CREATE TABLE "homepage_content" (
	"section_key" text PRIMARY KEY NOT NULL,
	"content" jsonb NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"updated_by" text,
	CONSTRAINT "homepage_content_section" CHECK ("homepage_content"."section_key" in ('hero', 'next_workshop', 'whats_new', 'weekly_content', 'creative_directory', 'contact_info', 'membership_plans'))
);
--> statement-breakpoint
CREATE TABLE "landing_features" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"title" text NOT NULL,
	"description" text NOT NULL,
	"icon_name" text DEFAULT 'Star' NOT NULL,
	"link_url" text DEFAULT '' NOT NULL,
	"link_text" text DEFAULT 'Learn More →' NOT NULL,
	"display_order" integer DEFAULT 0 NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL
);
--> statement-breakpoint
CREATE TABLE "our_spaces" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"title" text NOT NULL,
	"description" text NOT NULL,
	"image_key" text NOT NULL,
	"link_url" text DEFAULT '' NOT NULL,
	"display_order" integer DEFAULT 0 NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	CONSTRAINT "our_spaces_image_key" CHECK ("our_spaces"."image_key" in ('coworking-space', 'event-space', 'music-studio', 'meeting-room', 'photography-studio', 'photo-podcast-studio', 'podcast-studio', 'market-stall'))
);
--> statement-breakpoint
CREATE TABLE "site_images" (
	"file_id" uuid PRIMARY KEY NOT NULL,
	"key" text NOT NULL,
	"mime" text NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "site_images_size" CHECK ("site_images"."width" > 0 and "site_images"."height" > 0)
);
--> statement-breakpoint
CREATE TABLE "booking_types" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"slug" text NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"group" text DEFAULT 'other' NOT NULL,
	"token_cost" integer NOT NULL,
	"token_available_days" text[] DEFAULT '{}' NOT NULL,
	"cash_price_pence" integer NOT NULL,
	"is_priced_per_session" boolean DEFAULT false NOT NULL,
	"duration_minutes" integer DEFAULT 60 NOT NULL,
	"units" integer DEFAULT 1 NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"sort_order" integer DEFAULT 0 NOT NULL,
	"opens_at" text,
	"closes_at" text,
	"last_slot_at" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "booking_types_slug_unique" UNIQUE("slug"),
	CONSTRAINT "booking_types_group" CHECK ("booking_types"."group" in ('photography', 'wellness', 'other')),
	CONSTRAINT "booking_types_prices" CHECK ("booking_types"."token_cost" >= 0 and "booking_types"."cash_price_pence" >= 0),
	CONSTRAINT "booking_types_duration" CHECK ("booking_types"."duration_minutes" between 5 and 1440),
	CONSTRAINT "booking_types_units" CHECK ("booking_types"."units" between 1 and 1000),
	CONSTRAINT "booking_types_days" CHECK ("booking_types"."token_available_days" <@ array['monday','tuesday','wednesday','thursday','friday','saturday','sunday'])
);
--> statement-breakpoint
CREATE TABLE "weekly_booking_usage" (
	"user_id" text NOT NULL,
	"booking_type_slug" text NOT NULL,
	"week_start_on" date NOT NULL,
	"minutes_used" integer NOT NULL,
	CONSTRAINT "weekly_booking_usage_user_id_booking_type_slug_week_start_on_pk" PRIMARY KEY("user_id","booking_type_slug","week_start_on"),
	CONSTRAINT "weekly_booking_usage_minutes" CHECK ("weekly_booking_usage"."minutes_used" >= 0),
	CONSTRAINT "weekly_booking_usage_monday" CHECK (extract(isodow from "weekly_booking_usage"."week_start_on") = 1)
);
--> statement-breakpoint
CREATE TABLE "market_days" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"on" date NOT NULL,
	"set_up_from" text DEFAULT '08:00' NOT NULL,
	"opens_at" text DEFAULT '10:00' NOT NULL,
	"closes_at" text DEFAULT '17:00' NOT NULL,
	"pitches" integer DEFAULT 60 NOT NULL,
	"is_cancelled" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "market_days_weekend" CHECK (extract(isodow from "market_days"."on") in (6, 7)),
	CONSTRAINT "market_days_times" CHECK ("market_days"."set_up_from" <= "market_days"."opens_at" and "market_days"."opens_at" < "market_days"."closes_at"),
	CONSTRAINT "market_days_pitches" CHECK ("market_days"."pitches" >= 0)
);
--> statement-breakpoint
CREATE TABLE "market_scans" (
	"id" uuid PRIMARY KEY NOT NULL,
	"device_id" text NOT NULL,
	"code_hash" text NOT NULL,
	"ticket_id" uuid,
	"outcome" text NOT NULL,
	"message" text NOT NULL,
	"scanned_at" timestamp with time zone NOT NULL,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL,
	"scanned_by" text,
	"is_offline" boolean DEFAULT false NOT NULL,
	"is_first_entry" boolean DEFAULT false NOT NULL,
	"is_double" boolean DEFAULT false NOT NULL,
	"objection" text,
	CONSTRAINT "market_scans_outcome" CHECK ("market_scans"."outcome" in ('admitted', 'refused')),
	CONSTRAINT "market_scans_first" CHECK (not "market_scans"."is_first_entry" or ("market_scans"."outcome" = 'admitted' and "market_scans"."ticket_id" is not null)),
	CONSTRAINT "market_scans_double" CHECK (not "market_scans"."is_double" or "market_scans"."is_offline")
);
--> statement-breakpoint
CREATE TABLE "market_visitor_tickets" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"on" date NOT NULL,
	"user_id" text,
	"ticket_code" text NOT NULL,
	"ticket_type" text NOT NULL,
	"price_pence" integer NOT NULL,
	"status" text DEFAULT 'issued' NOT NULL,
	"used_at" timestamp with time zone,
	"last_entry_at" timestamp with time zone,
	"guest_name" text,
	"guest_email" text,
	"check_in_count" integer DEFAULT 0 NOT NULL,
	"generation" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "market_visitor_tickets_type" CHECK (("market_visitor_tickets"."ticket_type" = 'member') = ("market_visitor_tickets"."user_id" is not null) and "market_visitor_tickets"."ticket_type" in ('member', 'guest')),
	CONSTRAINT "market_visitor_tickets_price" CHECK ("market_visitor_tickets"."price_pence" >= 0),
	CONSTRAINT "market_visitor_tickets_used" CHECK ("market_visitor_tickets"."status" in ('issued', 'used') and ("market_visitor_tickets"."status" = 'used') = ("market_visitor_tickets"."used_at" is not null) and ("market_visitor_tickets"."used_at" is null) = ("market_visitor_tickets"."last_entry_at" is null)
        and "market_visitor_tickets"."last_entry_at" >= "market_visitor_tickets"."used_at" and ("market_visitor_tickets"."status" = 'used') = ("market_visitor_tickets"."check_in_count" > 0)),
	CONSTRAINT "market_visitor_tickets_generation" CHECK ("market_visitor_tickets"."generation" between 1 and 65535)
);
--> statement-breakpoint
CREATE TABLE "ticket_keys" (
	"id" text PRIMARY KEY NOT NULL,
	"public_key" text NOT NULL,
	"private_key" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"retired_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "profiles" (
	"user_id" text PRIMARY KEY NOT NULL,
	"first_name" text DEFAULT '' NOT NULL,
	"last_name" text DEFAULT '' NOT NULL,
	"phone" text DEFAULT '' NOT NULL,
	"address_line1" text DEFAULT '' NOT NULL,
	"address_line2" text DEFAULT '' NOT NULL,
	"city" text DEFAULT '' NOT NULL,
	"postal_code" text DEFAULT '' NOT NULL,
	"country" text DEFAULT 'United Kingdom' NOT NULL,
	"approval_status" text DEFAULT 'pending' NOT NULL,
	"account_status" text DEFAULT 'active' NOT NULL,
	"blocked_reason" text,
	"blocked_at" timestamp with time zone,
	"blocked_by" text,
	"must_change_password" boolean DEFAULT false NOT NULL,
	"referral_code" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "profiles_approval_status" CHECK ("profiles"."approval_status" in ('pending', 'approved', 'rejected')),
	CONSTRAINT "profiles_account_status" CHECK ("profiles"."account_status" in ('active', 'blocked', 'suspended')),
	CONSTRAINT "profiles_blocked" CHECK (("profiles"."account_status" = 'active') = ("profiles"."blocked_at" is null))
);
--> statement-breakpoint
CREATE TABLE "user_roles" (
	"user_id" text NOT NULL,
	"role" text NOT NULL,
	"granted_by" text,
	"granted_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "user_roles_user_id_role_pk" PRIMARY KEY("user_id","role"),
	CONSTRAINT "user_roles_role" CHECK ("user_roles"."role" in ('admin', 'committee', 'door'))
);
--> statement-breakpoint
CREATE TABLE "membership_tiers" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"slug" text NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"price_pence" integer NOT NULL,
	"weekly_tokens" integer DEFAULT 0 NOT NULL,
	"token_discount_percent" integer DEFAULT 0 NOT NULL,
	"market_discount_percent" integer DEFAULT 0 NOT NULL,
	"features" text[] DEFAULT '{}' NOT NULL,
	"stripe_price_id" text,
	"catalogue" text DEFAULT 'own' NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "membership_tiers_slug_unique" UNIQUE("slug"),
	CONSTRAINT "membership_tiers_price" CHECK ("membership_tiers"."price_pence" >= 0),
	CONSTRAINT "membership_tiers_tokens" CHECK ("membership_tiers"."weekly_tokens" >= 0),
	CONSTRAINT "membership_tiers_discount" CHECK ("membership_tiers"."token_discount_percent" between 0 and 100 and "membership_tiers"."market_discount_percent" between 0 and 100)
);
--> statement-breakpoint
CREATE TABLE "referrals" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"referrer_user_id" text NOT NULL,
	"referred_user_id" text NOT NULL,
	"referred_email" text NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"reward_given" boolean DEFAULT false NOT NULL,
	"discount_used_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"completed_at" timestamp with time zone,
	CONSTRAINT "referrals_not_oneself" CHECK ("referrals"."referrer_user_id" <> "referrals"."referred_user_id")
);
--> statement-breakpoint
CREATE TABLE "user_memberships" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" text NOT NULL,
	"tier_id" uuid NOT NULL,
	"status" text DEFAULT 'active' NOT NULL,
	"payment_status" text DEFAULT 'waived' NOT NULL,
	"stripe_subscription_id" text,
	"synced_at" timestamp with time zone,
	"cancels_at_period_end" boolean DEFAULT false NOT NULL,
	"started_on" date NOT NULL,
	"paid_since_on" date,
	"current_period_start" timestamp with time zone,
	"current_period_end" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "user_memberships_stripeSubscriptionId_unique" UNIQUE("stripe_subscription_id"),
	CONSTRAINT "user_memberships_status" CHECK ("user_memberships"."status" in ('active', 'cancelled')),
	CONSTRAINT "user_memberships_payment_status" CHECK ("user_memberships"."payment_status" in ('paid', 'pending', 'overdue', 'waived'))
);
--> statement-breakpoint
CREATE TABLE "ledger_entries" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" text NOT NULL,
	"order_id" uuid,
	"kind" text NOT NULL,
	"amount_pence" integer NOT NULL,
	"currency" text DEFAULT 'gbp' NOT NULL,
	"description" text NOT NULL,
	"external_ref" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ledger_entries_amount" CHECK ("ledger_entries"."amount_pence" <> 0),
	CONSTRAINT "ledger_entries_currency" CHECK ("ledger_entries"."currency" = 'gbp')
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" text NOT NULL,
	"kind" text NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"amount_pence" integer NOT NULL,
	"refunded_pence" integer DEFAULT 0 NOT NULL,
	"currency" text DEFAULT 'gbp' NOT NULL,
	"description" text NOT NULL,
	"lines" jsonb NOT NULL,
	"reference" text,
	"attempt" integer DEFAULT 0 NOT NULL,
	"success_path" text,
	"cancel_path" text,
	"checkout_url" text,
	"stripe_session_id" text,
	"stripe_payment_intent_id" text,
	"expires_at" timestamp with time zone NOT NULL,
	"paid_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "orders_status" CHECK ("orders"."status" in ('pending', 'paid', 'failed', 'expired', 'refunded')),
	CONSTRAINT "orders_amount" CHECK ("orders"."amount_pence" > 0),
	CONSTRAINT "orders_refund" CHECK ("orders"."refunded_pence" between 0 and "orders"."amount_pence"),
	CONSTRAINT "orders_refunded" CHECK (("orders"."status" = 'refunded') = ("orders"."refunded_pence" = "orders"."amount_pence")),
	CONSTRAINT "orders_paid" CHECK (("orders"."paid_at" is not null) = ("orders"."status" in ('paid', 'refunded'))),
	CONSTRAINT "orders_currency" CHECK ("orders"."currency" = 'gbp')
);
--> statement-breakpoint
CREATE TABLE "payment_customers" (
	"user_id" text PRIMARY KEY NOT NULL,
	"stripe_customer_id" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payment_customers_stripeCustomerId_unique" UNIQUE("stripe_customer_id")
);
--> statement-breakpoint
CREATE TABLE "payment_events" (
	"id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"object_id" text NOT NULL,
	"status" text DEFAULT 'received' NOT NULL,
	"last_error" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL,
	"handled_at" timestamp with time zone,
	CONSTRAINT "payment_events_status" CHECK ("payment_events"."status" in ('received', 'done', 'ignored', 'failed', 'refused'))
);
--> statement-breakpoint
CREATE TABLE "refunds" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"order_id" uuid NOT NULL,
	"amount_pence" integer NOT NULL,
	"reason" text NOT NULL,
	"ref" text NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"stripe_refund_id" text,
	"last_error" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"done_at" timestamp with time zone,
	CONSTRAINT "refunds_amount" CHECK ("refunds"."amount_pence" > 0),
	CONSTRAINT "refunds_status" CHECK ("refunds"."status" in ('pending', 'done', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "erasure_requests" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" text NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"decided_at" timestamp with time zone,
	"decided_by" text,
	CONSTRAINT "erasure_requests_status" CHECK ("erasure_requests"."status" in ('pending', 'done', 'declined', 'withdrawn')),
	CONSTRAINT "erasure_requests_decided" CHECK (("erasure_requests"."status" = 'pending') = ("erasure_requests"."decided_at" is null))
);
--> statement-breakpoint
CREATE TABLE "registrations" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"email" text NOT NULL,
	"email_key" text NOT NULL,
	"city" text NOT NULL,
	"phone_number" text NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"decided_at" timestamp with time zone,
	"decided_by" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "registrations_status" CHECK ("registrations"."status" in ('pending', 'approved', 'rejected')),
	CONSTRAINT "registrations_decided" CHECK (("registrations"."status" = 'pending') = ("registrations"."decided_at" is null))
);
--> statement-breakpoint
CREATE TABLE "tokens" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" text NOT NULL,
	"amount" integer NOT NULL,
	"used" integer DEFAULT 0 NOT NULL,
	"type" text NOT NULL,
	"ref" text NOT NULL,
	"allocated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "tokens_amount" CHECK ("tokens"."amount" > 0),
	CONSTRAINT "tokens_not_overspent" CHECK ("tokens"."used" between 0 and "tokens"."amount")
);
--> statement-breakpoint
CREATE TABLE "token_transactions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"seq" bigserial NOT NULL,
	"user_id" text NOT NULL,
	"type" text NOT NULL,
	"amount" integer NOT NULL,
	"balance_after" integer NOT NULL,
	"description" text NOT NULL,
	"ref" text NOT NULL,
	"reverses_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "token_transactions_amount" CHECK ("token_transactions"."amount" <> 0 and ("token_transactions"."type" = 'debit') = ("token_transactions"."amount" < 0)),
	CONSTRAINT "token_transactions_balance" CHECK ("token_transactions"."balance_after" >= 0),
	CONSTRAINT "token_transactions_reversal" CHECK (("token_transactions"."type" = 'reversal') = ("token_transactions"."reverses_id" is not null))
);
--> statement-breakpoint
CREATE TABLE "settings" (
	"key" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"updated_by" text
);
--> statement-breakpoint
CREATE TABLE "waiting_list" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"email" text NOT NULL,
	"email_key" text NOT NULL,
	"phone_number" text DEFAULT '' NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"user_id" text,
	"application_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"approved_at" timestamp with time zone,
	"converted_at" timestamp with time zone,
	CONSTRAINT "waiting_list_status" CHECK ("waiting_list"."status" in ('pending', 'contacted', 'approved', 'rejected')),
	CONSTRAINT "waiting_list_approved" CHECK (("waiting_list"."status" = 'approved') = ("waiting_list"."approved_at" is not null)),
	CONSTRAINT "waiting_list_converted" CHECK ("waiting_list"."converted_at" is null or "waiting_list"."status" = 'approved')
);
--> statement-breakpoint
CREATE TABLE "account" (
	"id" text PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"account_id" text NOT NULL,
	"provider_id" text NOT NULL,
	"user_id" text NOT NULL,
	"access_token" text,
	"refresh_token" text,
	"id_token" text,
	"access_token_expires_at" timestamp with time zone,
	"refresh_token_expires_at" timestamp with time zone,
	"scope" text,
	"password" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "api_keys" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" text NOT NULL,
	"name" text NOT NULL,
	"key_hash" text NOT NULL,
	"hint" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	CONSTRAINT "api_keys_keyHash_unique" UNIQUE("key_hash")
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"id" bigint PRIMARY KEY NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"actor_id" text,
	"action" text NOT NULL,
	"table_name" text NOT NULL,
	"row_id" text NOT NULL,
	"before" jsonb,
	"after" jsonb,
	"ip_address" text,
	"request_id" text,
	"previous_hash" text NOT NULL,
	"hash" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "file_views" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"file_id" uuid NOT NULL,
	"viewer_id" text,
	"viewed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ip_address" text
);
--> statement-breakpoint
CREATE TABLE "files" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"owner_id" text,
	"purpose" text NOT NULL,
	"name" text NOT NULL,
	"mime" text NOT NULL,
	"bytes" integer NOT NULL,
	"sha256" text NOT NULL,
	"storage_key" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"claimed_at" timestamp with time zone,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "files_storageKey_unique" UNIQUE("storage_key"),
	CONSTRAINT "files_bytes" CHECK ("files"."bytes" > 0)
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"scope" text NOT NULL,
	"key" text NOT NULL,
	"procedure" text NOT NULL,
	"input_hash" text NOT NULL,
	"answer" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_keys_scope_key_pk" PRIMARY KEY("scope","key")
);
--> statement-breakpoint
CREATE TABLE "limit_counters" (
	"key" text PRIMARY KEY NOT NULL,
	"points" integer DEFAULT 0 NOT NULL,
	"expire" bigint
);
--> statement-breakpoint
CREATE TABLE "live_events" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"audience" text NOT NULL,
	"payload" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mail_suppressions" (
	"email_key" text PRIMARY KEY NOT NULL,
	"reason" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mails" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"to_address" text NOT NULL,
	"user_id" text,
	"template" text NOT NULL,
	"props" jsonb,
	"subject" text NOT NULL,
	"status" text DEFAULT 'queued' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"last_error" text,
	"relates_to" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "rate_limit" (
	"id" text PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"key" text NOT NULL,
	"count" integer NOT NULL,
	"last_request" bigint NOT NULL,
	CONSTRAINT "rate_limit_key_unique" UNIQUE("key")
);
--> statement-breakpoint
CREATE TABLE "session" (
	"id" text PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"token" text NOT NULL,
	"user_id" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ip_address" text,
	"user_agent" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "session_token_unique" UNIQUE("token")
);
--> statement-breakpoint
CREATE TABLE "sign_in_failures" (
	"email_key" text PRIMARY KEY NOT NULL,
	"failures" integer NOT NULL,
	"locked_until" timestamp with time zone,
	"last_failed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "two_factor" (
	"id" text PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"secret" text NOT NULL,
	"backup_codes" text NOT NULL,
	"user_id" text NOT NULL,
	"verified" boolean DEFAULT true NOT NULL,
	"failed_verification_count" integer DEFAULT 0 NOT NULL,
	"locked_until" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "user" (
	"id" text PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"email_key" text NOT NULL,
	"email_verified" boolean DEFAULT false NOT NULL,
	"image" text,
	"first_name" text DEFAULT '' NOT NULL,
	"last_name" text DEFAULT '' NOT NULL,
	"phone" text DEFAULT '' NOT NULL,
	"two_factor_enabled" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "user_email_unique" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "verification" (
	"id" text PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"identifier" text NOT NULL,
	"value" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "membership_applications" ADD CONSTRAINT "membership_applications_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "membership_applications" ADD CONSTRAINT "membership_applications_id_document_file_id_files_id_fk" FOREIGN KEY ("id_document_file_id") REFERENCES "public"."files"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "membership_applications" ADD CONSTRAINT "membership_applications_proof_of_residence_file_id_files_id_fk" FOREIGN KEY ("proof_of_residence_file_id") REFERENCES "public"."files"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "membership_applications" ADD CONSTRAINT "membership_applications_referrer_user_id_user_id_fk" FOREIGN KEY ("referrer_user_id") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "membership_applications" ADD CONSTRAINT "membership_applications_decided_by_user_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "membership_applications" ADD CONSTRAINT "membership_applications_overridden_by_user_id_fk" FOREIGN KEY ("overridden_by") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_booking_type_id_booking_types_id_fk" FOREIGN KEY ("booking_type_id") REFERENCES "public"."booking_types"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_cancelled_by_user_id_fk" FOREIGN KEY ("cancelled_by") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cart_items" ADD CONSTRAINT "cart_items_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cart_items" ADD CONSTRAINT "cart_items_booking_type_id_booking_types_id_fk" FOREIGN KEY ("booking_type_id") REFERENCES "public"."booking_types"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "application_questions" ADD CONSTRAINT "application_questions_application_id_membership_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."membership_applications"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "application_questions" ADD CONSTRAINT "application_questions_asked_by_user_id_fk" FOREIGN KEY ("asked_by") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "committee_notes" ADD CONSTRAINT "committee_notes_application_id_membership_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."membership_applications"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "committee_notes" ADD CONSTRAINT "committee_notes_author_id_user_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "committee_votes" ADD CONSTRAINT "committee_votes_application_id_membership_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."membership_applications"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "committee_votes" ADD CONSTRAINT "committee_votes_voter_id_user_id_fk" FOREIGN KEY ("voter_id") REFERENCES "public"."user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recusals" ADD CONSTRAINT "recusals_application_id_membership_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."membership_applications"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recusals" ADD CONSTRAINT "recusals_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "code_acceptances" ADD CONSTRAINT "code_acceptances_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "code_of_conduct" ADD CONSTRAINT "code_of_conduct_published_by_user_id_fk" FOREIGN KEY ("published_by") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_inquiries" ADD CONSTRAINT "contact_inquiries_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "homepage_content" ADD CONSTRAINT "homepage_content_updated_by_user_id_fk" FOREIGN KEY ("updated_by") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "site_images" ADD CONSTRAINT "site_images_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "weekly_booking_usage" ADD CONSTRAINT "weekly_booking_usage_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "market_scans" ADD CONSTRAINT "market_scans_ticket_id_market_visitor_tickets_id_fk" FOREIGN KEY ("ticket_id") REFERENCES "public"."market_visitor_tickets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "market_scans" ADD CONSTRAINT "market_scans_scanned_by_user_id_fk" FOREIGN KEY ("scanned_by") REFERENCES "public"."user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "market_visitor_tickets" ADD CONSTRAINT "market_visitor_tickets_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "profiles" ADD CONSTRAINT "profiles_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "profiles" ADD CONSTRAINT "profiles_blocked_by_user_id_fk" FOREIGN KEY ("blocked_by") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_roles" ADD CONSTRAINT "user_roles_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_roles" ADD CONSTRAINT "user_roles_granted_by_user_id_fk" FOREIGN KEY ("granted_by") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "referrals" ADD CONSTRAINT "referrals_referrer_user_id_user_id_fk" FOREIGN KEY ("referrer_user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "referrals" ADD CONSTRAINT "referrals_referred_user_id_user_id_fk" FOREIGN KEY ("referred_user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_memberships" ADD CONSTRAINT "user_memberships_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_memberships" ADD CONSTRAINT "user_memberships_tier_id_membership_tiers_id_fk" FOREIGN KEY ("tier_id") REFERENCES "public"."membership_tiers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_customers" ADD CONSTRAINT "payment_customers_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "erasure_requests" ADD CONSTRAINT "erasure_requests_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "erasure_requests" ADD CONSTRAINT "erasure_requests_decided_by_user_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "registrations" ADD CONSTRAINT "registrations_decided_by_user_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tokens" ADD CONSTRAINT "tokens_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "token_transactions" ADD CONSTRAINT "token_transactions_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "settings" ADD CONSTRAINT "settings_updated_by_user_id_fk" FOREIGN KEY ("updated_by") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waiting_list" ADD CONSTRAINT "waiting_list_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account" ADD CONSTRAINT "account_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "file_views" ADD CONSTRAINT "file_views_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "file_views" ADD CONSTRAINT "file_views_viewer_id_user_id_fk" FOREIGN KEY ("viewer_id") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_owner_id_user_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session" ADD CONSTRAINT "session_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "two_factor" ADD CONSTRAINT "two_factor_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "membership_applications_one_per_person" ON "membership_applications" USING btree ("user_id") WHERE "membership_applications"."status" <> 'rejected';--> statement-breakpoint
CREATE UNIQUE INDEX "membership_applications_one_per_email" ON "membership_applications" USING btree ("email_key") WHERE "membership_applications"."status" <> 'rejected';--> statement-breakpoint
CREATE INDEX "membership_applications_status_submitted_at_index" ON "membership_applications" USING btree ("status","submitted_at");--> statement-breakpoint
CREATE INDEX "membership_applications_user_id_submitted_at_index" ON "membership_applications" USING btree ("user_id","submitted_at");--> statement-breakpoint
CREATE INDEX "bookings_user_id_starts_at_index" ON "bookings" USING btree ("user_id","starts_at");--> statement-breakpoint
CREATE INDEX "bookings_booking_type_id_starts_at_index" ON "bookings" USING btree ("booking_type_id","starts_at");--> statement-breakpoint
CREATE INDEX "bookings_starts_at_index" ON "bookings" USING btree ("starts_at");--> statement-breakpoint
CREATE INDEX "bookings_order_id_index" ON "bookings" USING btree ("order_id");--> statement-breakpoint
CREATE UNIQUE INDEX "cart_items_once" ON "cart_items" USING btree ("user_id","booking_type_id","booking_on","starts_at_time");--> statement-breakpoint
CREATE INDEX "application_questions_application_id_index" ON "application_questions" USING btree ("application_id");--> statement-breakpoint
CREATE INDEX "committee_notes_application_id_index" ON "committee_notes" USING btree ("application_id");--> statement-breakpoint
CREATE INDEX "committee_votes_voter_id_index" ON "committee_votes" USING btree ("voter_id");--> statement-breakpoint
CREATE UNIQUE INDEX "code_of_conduct_version" ON "code_of_conduct" USING btree ("version");--> statement-breakpoint
CREATE UNIQUE INDEX "code_of_conduct_one_active" ON "code_of_conduct" USING btree ("is_active") WHERE "code_of_conduct"."is_active";--> statement-breakpoint
CREATE INDEX "contact_inquiries_created_at_index" ON "contact_inquiries" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "site_images_key_index" ON "site_images" USING btree ("key");--> statement-breakpoint
CREATE UNIQUE INDEX "market_days_on" ON "market_days" USING btree ("on");--> statement-breakpoint
CREATE UNIQUE INDEX "market_scans_first_entry" ON "market_scans" USING btree ("ticket_id") WHERE "market_scans"."is_first_entry";--> statement-breakpoint
CREATE INDEX "market_scans_ticket_id_scanned_at_index" ON "market_scans" USING btree ("ticket_id","scanned_at");--> statement-breakpoint
CREATE INDEX "market_scans_received_at_index" ON "market_scans" USING btree ("received_at");--> statement-breakpoint
CREATE UNIQUE INDEX "market_visitor_tickets_code" ON "market_visitor_tickets" USING btree ("ticket_code");--> statement-breakpoint
CREATE UNIQUE INDEX "market_visitor_tickets_member" ON "market_visitor_tickets" USING btree ("user_id","on");--> statement-breakpoint
CREATE INDEX "market_visitor_tickets_on_last_entry_at_index" ON "market_visitor_tickets" USING btree ("on","last_entry_at");--> statement-breakpoint
CREATE UNIQUE INDEX "ticket_keys_current" ON "ticket_keys" USING btree ((true)) WHERE "ticket_keys"."retired_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "profiles_referral_code" ON "profiles" USING btree ("referral_code");--> statement-breakpoint
CREATE UNIQUE INDEX "referrals_one_per_friend" ON "referrals" USING btree ("referred_user_id");--> statement-breakpoint
CREATE INDEX "referrals_referrer_user_id_index" ON "referrals" USING btree ("referrer_user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "user_memberships_one_active" ON "user_memberships" USING btree ("user_id") WHERE "user_memberships"."status" = 'active';--> statement-breakpoint
CREATE INDEX "user_memberships_tier_id_index" ON "user_memberships" USING btree ("tier_id");--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_entries_external_ref" ON "ledger_entries" USING btree ("external_ref");--> statement-breakpoint
CREATE INDEX "ledger_entries_order_id_index" ON "ledger_entries" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "ledger_entries_user_id_created_at_index" ON "ledger_entries" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "ledger_entries_created_at_index" ON "ledger_entries" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "orders_stripe_session" ON "orders" USING btree ("stripe_session_id");--> statement-breakpoint
CREATE UNIQUE INDEX "orders_stripe_payment_intent" ON "orders" USING btree ("stripe_payment_intent_id");--> statement-breakpoint
CREATE UNIQUE INDEX "orders_one_membership_checkout" ON "orders" USING btree ("user_id") WHERE "orders"."kind" = 'membership' and "orders"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "orders_user_id_created_at_index" ON "orders" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "orders_due" ON "orders" USING btree ("expires_at") WHERE "orders"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "payment_events_received_at_index" ON "payment_events" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "payment_events_open" ON "payment_events" USING btree ("status") WHERE "payment_events"."status" in ('received', 'failed', 'refused');--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_ref" ON "refunds" USING btree ("ref");--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_stripe_refund" ON "refunds" USING btree ("stripe_refund_id");--> statement-breakpoint
CREATE INDEX "refunds_order_id_index" ON "refunds" USING btree ("order_id");--> statement-breakpoint
CREATE UNIQUE INDEX "erasure_requests_one_open" ON "erasure_requests" USING btree ("user_id") WHERE "erasure_requests"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "erasure_requests_status_created_at_index" ON "erasure_requests" USING btree ("status","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "registrations_one_per_email" ON "registrations" USING btree ("email_key");--> statement-breakpoint
CREATE INDEX "registrations_status_created_at_index" ON "registrations" USING btree ("status","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "tokens_ref" ON "tokens" USING btree ("ref");--> statement-breakpoint
CREATE INDEX "tokens_user_id_allocated_at_index" ON "tokens" USING btree ("user_id","allocated_at");--> statement-breakpoint
CREATE UNIQUE INDEX "token_transactions_ref" ON "token_transactions" USING btree ("ref");--> statement-breakpoint
CREATE UNIQUE INDEX "token_transactions_reverses" ON "token_transactions" USING btree ("reverses_id");--> statement-breakpoint
CREATE INDEX "token_transactions_user_id_created_at_index" ON "token_transactions" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "waiting_list_one_per_email" ON "waiting_list" USING btree ("email_key") WHERE "waiting_list"."converted_at" is null;--> statement-breakpoint
CREATE INDEX "waiting_list_status_created_at_index" ON "waiting_list" USING btree ("status","created_at");--> statement-breakpoint
CREATE INDEX "account_user_id_index" ON "account" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "api_keys_user_id_index" ON "api_keys" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "audit_log_created_at_index" ON "audit_log" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "audit_log_actor_id_index" ON "audit_log" USING btree ("actor_id");--> statement-breakpoint
CREATE INDEX "audit_log_table_name_row_id_index" ON "audit_log" USING btree ("table_name","row_id");--> statement-breakpoint
CREATE INDEX "file_views_file_id_index" ON "file_views" USING btree ("file_id");--> statement-breakpoint
CREATE INDEX "files_owner_id_index" ON "files" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "idempotency_keys_created_at_index" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "live_events_created_at_index" ON "live_events" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "mails_status_index" ON "mails" USING btree ("status");--> statement-breakpoint
CREATE INDEX "mails_relates_to_index" ON "mails" USING btree ("relates_to");--> statement-breakpoint
CREATE INDEX "mails_created_at_index" ON "mails" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "session_user_id_index" ON "session" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "two_factor_user_id_index" ON "two_factor" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "user_email_key" ON "user" USING btree ("email_key");--> statement-breakpoint
CREATE INDEX "verification_identifier_index" ON "verification" USING btree ("identifier");