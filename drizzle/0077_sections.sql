CREATE TABLE "content_versions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"section_key" text NOT NULL,
	"version" integer NOT NULL,
	"content" jsonb NOT NULL,
	"state" text NOT NULL,
	"publish_at" timestamp with time zone,
	"published_at" timestamp with time zone,
	"brought_back" integer,
	"saved_by" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "content_versions_number" UNIQUE("section_key","version"),
	CONSTRAINT "content_versions_state" CHECK ("content_versions"."state" in ('draft', 'scheduled', 'published', 'replaced')),
	CONSTRAINT "content_versions_scheduled" CHECK ("content_versions"."state" <> 'scheduled' or "content_versions"."publish_at" is not null),
	CONSTRAINT "content_versions_published" CHECK ("content_versions"."state" <> 'published' or "content_versions"."published_at" is not null),
	CONSTRAINT "content_versions_numbered" CHECK ("content_versions"."version" > 0)
);
--> statement-breakpoint
ALTER TABLE "homepage_content" DROP CONSTRAINT "homepage_content_section";--> statement-breakpoint
ALTER TABLE "content_versions" ADD CONSTRAINT "content_versions_saved_by_user_id_fk" FOREIGN KEY ("saved_by") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "content_versions_one_of_each" ON "content_versions" USING btree ("section_key","state") WHERE "content_versions"."state" <> 'replaced';--> statement-breakpoint
CREATE INDEX "content_versions_publish_at_index" ON "content_versions" USING btree ("publish_at") WHERE "content_versions"."state" = 'scheduled';--> statement-breakpoint
ALTER TABLE "homepage_content" ADD CONSTRAINT "homepage_content_section" CHECK ("homepage_content"."section_key" in ('hero', 'next_workshop', 'whats_new', 'weekly_content', 'creative_directory', 'contact_info', 'membership_plans', 'terms'));