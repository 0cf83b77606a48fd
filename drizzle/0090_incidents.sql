CREATE TABLE "incident_link_views" (
	"id" uuid PRIMARY KEY NOT NULL,
	"incident_id" uuid NOT NULL,
	"user_id" text,
	"email" text NOT NULL,
	"viewed_at" timestamp with time zone NOT NULL,
	"ip_address" text NOT NULL,
	"user_agent" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "incident_people" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"incident_id" uuid NOT NULL,
	"part" text NOT NULL,
	"name" text NOT NULL,
	"email" text DEFAULT '' NOT NULL,
	"role" text DEFAULT '' NOT NULL,
	"phone" text DEFAULT '' NOT NULL,
	CONSTRAINT "incident_people_part" CHECK ("incident_people"."part" in ('involved', 'witness'))
);
--> statement-breakpoint
CREATE TABLE "incident_reports" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"incident_type" text NOT NULL,
	"severity" text NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"incident_date" timestamp with time zone NOT NULL,
	"location" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"reported_by" text,
	"actions_taken" text DEFAULT '' NOT NULL,
	"follow_up_required" boolean DEFAULT false NOT NULL,
	"follow_up_notes" text DEFAULT '' NOT NULL,
	"admin_final_response" text,
	"admin_final_response_at" timestamp with time zone,
	"admin_final_response_by" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "incident_reports_type" CHECK ("incident_reports"."incident_type" in ('safety', 'theft', 'damage', 'behavioral', 'emergency', 'equipment', 'other')),
	CONSTRAINT "incident_reports_severity" CHECK ("incident_reports"."severity" in ('low', 'medium', 'high', 'critical')),
	CONSTRAINT "incident_reports_status" CHECK ("incident_reports"."status" in ('open', 'investigating', 'resolved', 'closed')),
	CONSTRAINT "incident_reports_location" CHECK ("incident_reports"."location" <> ''),
	CONSTRAINT "incident_reports_decided" CHECK (("incident_reports"."admin_final_response" is null) = ("incident_reports"."admin_final_response_at" is null)),
	CONSTRAINT "incident_reports_decision" CHECK ("incident_reports"."admin_final_response" <> ''),
	CONSTRAINT "incident_reports_decided_by" CHECK ("incident_reports"."admin_final_response_by" is null or "incident_reports"."admin_final_response" is not null)
);
--> statement-breakpoint
CREATE TABLE "incident_responses" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"incident_id" uuid NOT NULL,
	"user_id" text,
	"link_email" text NOT NULL,
	"respondent_name" text NOT NULL,
	"respondent_email" text NOT NULL,
	"respondent_phone" text DEFAULT '' NOT NULL,
	"reason_for_visit" text NOT NULL,
	"response_text" text NOT NULL,
	"submitted_at" timestamp with time zone NOT NULL,
	CONSTRAINT "incident_responses_text" CHECK ("incident_responses"."response_text" <> '')
);
--> statement-breakpoint
CREATE TABLE "incident_sendings" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"incident_id" uuid NOT NULL,
	"user_id" text,
	"email" text NOT NULL,
	"sent_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "incident_link_views" ADD CONSTRAINT "incident_link_views_incident_id_incident_reports_id_fk" FOREIGN KEY ("incident_id") REFERENCES "public"."incident_reports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "incident_link_views" ADD CONSTRAINT "incident_link_views_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "incident_people" ADD CONSTRAINT "incident_people_incident_id_incident_reports_id_fk" FOREIGN KEY ("incident_id") REFERENCES "public"."incident_reports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "incident_reports" ADD CONSTRAINT "incident_reports_reported_by_user_id_fk" FOREIGN KEY ("reported_by") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "incident_reports" ADD CONSTRAINT "incident_reports_admin_final_response_by_user_id_fk" FOREIGN KEY ("admin_final_response_by") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "incident_responses" ADD CONSTRAINT "incident_responses_incident_id_incident_reports_id_fk" FOREIGN KEY ("incident_id") REFERENCES "public"."incident_reports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "incident_responses" ADD CONSTRAINT "incident_responses_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "incident_sendings" ADD CONSTRAINT "incident_sendings_incident_id_incident_reports_id_fk" FOREIGN KEY ("incident_id") REFERENCES "public"."incident_reports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "incident_sendings" ADD CONSTRAINT "incident_sendings_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "incident_link_views_incident_id_viewed_at_index" ON "incident_link_views" USING btree ("incident_id","viewed_at");--> statement-breakpoint
CREATE INDEX "incident_link_views_viewed_at_index" ON "incident_link_views" USING btree ("viewed_at");--> statement-breakpoint
CREATE INDEX "incident_link_views_user_id_index" ON "incident_link_views" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "incident_link_views_email_index" ON "incident_link_views" USING btree ("email");--> statement-breakpoint
CREATE INDEX "incident_people_incident_id_index" ON "incident_people" USING btree ("incident_id");--> statement-breakpoint
CREATE INDEX "incident_people_email_index" ON "incident_people" USING btree ("email");--> statement-breakpoint
CREATE INDEX "incident_reports_created_at_index" ON "incident_reports" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "incident_reports_incident_date_index" ON "incident_reports" USING btree ("incident_date");--> statement-breakpoint
CREATE INDEX "incident_reports_status_created_at_index" ON "incident_reports" USING btree ("status","created_at");--> statement-breakpoint
CREATE INDEX "incident_reports_search" ON "incident_reports" USING gin ("location" gin_trgm_ops,"description" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "incident_responses_incident_id_submitted_at_index" ON "incident_responses" USING btree ("incident_id","submitted_at");--> statement-breakpoint
CREATE INDEX "incident_responses_user_id_index" ON "incident_responses" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "incident_responses_link_email_index" ON "incident_responses" USING btree ("link_email");--> statement-breakpoint
CREATE INDEX "incident_sendings_incident_id_index" ON "incident_sendings" USING btree ("incident_id");--> statement-breakpoint
CREATE INDEX "incident_sendings_user_id_index" ON "incident_sendings" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "incident_sendings_email_index" ON "incident_sendings" USING btree ("email");