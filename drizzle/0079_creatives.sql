CREATE TABLE "creative_profiles" (
	"user_id" text PRIMARY KEY NOT NULL,
	"slug" text,
	"role" text DEFAULT '' NOT NULL,
	"specialty" text DEFAULT '' NOT NULL,
	"bio" text DEFAULT '' NOT NULL,
	"portfolio_links" text[] DEFAULT '{}' NOT NULL,
	"shows_email" boolean DEFAULT false NOT NULL,
	"is_open" boolean DEFAULT false NOT NULL,
	"visibility" text DEFAULT 'nobody' NOT NULL,
	"picture" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "creative_profiles_slug_unique" UNIQUE("slug"),
	CONSTRAINT "creative_profiles_visibility" CHECK ("creative_profiles"."visibility" in ('nobody', 'members', 'everyone')),
	CONSTRAINT "creative_profiles_whole" CHECK ("creative_profiles"."visibility" = 'nobody' or "creative_profiles"."slug" is not null and "creative_profiles"."role" <> '')
);
--> statement-breakpoint
CREATE TABLE "creative_works" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" text NOT NULL,
	"picture" text NOT NULL,
	"title" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "creative_works_title" CHECK ("creative_works"."title" <> '')
);
--> statement-breakpoint
ALTER TABLE "creative_profiles" ADD CONSTRAINT "creative_profiles_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "creative_works" ADD CONSTRAINT "creative_works_user_id_creative_profiles_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."creative_profiles"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "creative_profiles_visibility_index" ON "creative_profiles" USING btree ("visibility");--> statement-breakpoint
CREATE INDEX "creative_works_user_id_created_at_index" ON "creative_works" USING btree ("user_id","created_at");