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
CREATE TABLE "shop_cart_lines" (
	"user_id" text NOT NULL,
	"variant_id" text NOT NULL,
	"product_id" text NOT NULL,
	"seen" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "shop_cart_lines_once" PRIMARY KEY("user_id","variant_id")
);
--> statement-breakpoint
CREATE TABLE "shopify_messages" (
	"id" text PRIMARY KEY NOT NULL,
	"topic" text NOT NULL,
	"shopify_order_id" text,
	"reference" text,
	"status" text DEFAULT 'received' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"handled_at" timestamp with time zone,
	CONSTRAINT "shopify_messages_status" CHECK ("shopify_messages"."status" in ('received', 'done', 'ignored'))
);
--> statement-breakpoint
CREATE TABLE "shopify_orders" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" text NOT NULL,
	"checkout_id" text,
	"checkout_url" text,
	"total_points_required" integer NOT NULL,
	"total_pence" integer NOT NULL,
	"order_items" jsonb NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"shopify_order_id" text,
	"shopify_order_name" text,
	"paid_pence" integer,
	"points_deducted" integer DEFAULT 0 NOT NULL,
	"paid_at" timestamp with time zone,
	"refunded_at" timestamp with time zone,
	"note" text,
	"asked_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "shopify_orders_checkout" UNIQUE("checkout_id"),
	CONSTRAINT "shopify_orders_shopify_order" UNIQUE("shopify_order_id"),
	CONSTRAINT "shopify_orders_status" CHECK ("shopify_orders"."status" in ('pending', 'paid', 'refunded', 'expired', 'failed')),
	CONSTRAINT "shopify_orders_note" CHECK ("shopify_orders"."note" in ('paid_late', 'points_short', 'other_goods', 'paid_twice', 'partly_refunded')),
	CONSTRAINT "shopify_orders_total" CHECK ("shopify_orders"."total_points_required" >= 0 and "shopify_orders"."total_pence" >= 0),
	CONSTRAINT "shopify_orders_points" CHECK ("shopify_orders"."points_deducted" between 0 and "shopify_orders"."total_points_required"),
	CONSTRAINT "shopify_orders_paid" CHECK (("shopify_orders"."paid_at" is not null) = ("shopify_orders"."status" in ('paid', 'refunded'))),
	CONSTRAINT "shopify_orders_known" CHECK ("shopify_orders"."paid_at" is null or "shopify_orders"."shopify_order_id" is not null),
	CONSTRAINT "shopify_orders_deducted" CHECK ("shopify_orders"."points_deducted" = 0 or "shopify_orders"."paid_at" is not null),
	CONSTRAINT "shopify_orders_refunded" CHECK (("shopify_orders"."refunded_at" is not null) = ("shopify_orders"."status" = 'refunded'))
);
--> statement-breakpoint
CREATE TABLE "product_edits" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"shopify_product_id" text NOT NULL,
	"title" text NOT NULL,
	"deed" text NOT NULL,
	"done_by" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "product_edits_deed" CHECK ("product_edits"."deed" in ('created', 'changed', 'deleted')),
	CONSTRAINT "product_edits_title" CHECK ("product_edits"."title" <> '')
);
--> statement-breakpoint
CREATE TABLE "product_access_requirements" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"shopify_product_id" text NOT NULL,
	"product_title" text NOT NULL,
	"required_points" integer DEFAULT 0 NOT NULL,
	"is_exclusive" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "product_access_requirements_one" UNIQUE("shopify_product_id"),
	CONSTRAINT "product_access_requirements_points" CHECK ("product_access_requirements"."required_points" between 0 and 1000000)
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
ALTER TABLE "shop_cart_lines" ADD CONSTRAINT "shop_cart_lines_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shopify_orders" ADD CONSTRAINT "shopify_orders_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_edits" ADD CONSTRAINT "product_edits_done_by_user_id_fk" FOREIGN KEY ("done_by") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
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
CREATE INDEX "incident_sendings_email_index" ON "incident_sendings" USING btree ("email");--> statement-breakpoint
CREATE INDEX "shop_cart_lines_user_id_created_at_index" ON "shop_cart_lines" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "shopify_messages_created_at_index" ON "shopify_messages" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "shopify_orders_user_id_created_at_index" ON "shopify_orders" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "shopify_orders_created_at_id_index" ON "shopify_orders" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "shopify_orders_total_pence_id_index" ON "shopify_orders" USING btree ("total_pence","id");--> statement-breakpoint
CREATE INDEX "shopify_orders_total_points_required_id_index" ON "shopify_orders" USING btree ("total_points_required","id");--> statement-breakpoint
CREATE INDEX "shopify_orders_status_created_at_index" ON "shopify_orders" USING btree ("status","created_at");--> statement-breakpoint
CREATE INDEX "product_edits_shopify_product_id_created_at_index" ON "product_edits" USING btree ("shopify_product_id","created_at");--> statement-breakpoint
CREATE INDEX "product_access_requirements_product_title_id_index" ON "product_access_requirements" USING btree ("product_title","id");--> statement-breakpoint
CREATE INDEX "product_access_requirements_required_points_id_index" ON "product_access_requirements" USING btree ("required_points","id");--> statement-breakpoint
CREATE INDEX "product_access_requirements_created_at_id_index" ON "product_access_requirements" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "product_access_requirements_search" ON "product_access_requirements" USING gin ("product_title" gin_trgm_ops);