CREATE TABLE "community_evidence" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"post_id" uuid NOT NULL,
	"comment_id" uuid,
	"author_id" text,
	"title" text NOT NULL,
	"content" text NOT NULL,
	"image" text,
	"image_alt" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "creative_former_slugs" (
	"slug" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "community_decisions" DROP CONSTRAINT "community_decisions_outcome";--> statement-breakpoint
ALTER TABLE "community_decisions" DROP CONSTRAINT "community_decisions_post_id_community_posts_id_fk";
--> statement-breakpoint
ALTER TABLE "community_decisions" DROP CONSTRAINT "community_decisions_comment_id_community_post_comments_id_fk";
--> statement-breakpoint
ALTER TABLE "community_reports" DROP CONSTRAINT "community_reports_post_id_community_posts_id_fk";
--> statement-breakpoint
ALTER TABLE "community_reports" DROP CONSTRAINT "community_reports_comment_id_community_post_comments_id_fk";
--> statement-breakpoint
ALTER TABLE "community_decisions" ADD COLUMN "evidence_id" uuid;--> statement-breakpoint
ALTER TABLE "community_reports" ADD COLUMN "evidence_id" uuid;--> statement-breakpoint
ALTER TABLE "community_evidence" ADD CONSTRAINT "community_evidence_author_id_user_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "creative_former_slugs" ADD CONSTRAINT "creative_former_slugs_user_id_creative_profiles_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."creative_profiles"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "community_evidence_post_id_comment_id_index" ON "community_evidence" USING btree ("post_id","comment_id");--> statement-breakpoint
CREATE INDEX "community_evidence_author_id_index" ON "community_evidence" USING btree ("author_id");--> statement-breakpoint
CREATE INDEX "community_evidence_created_at_index" ON "community_evidence" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "community_evidence_image_index" ON "community_evidence" USING btree ("image") WHERE "community_evidence"."image" is not null;--> statement-breakpoint
CREATE INDEX "community_evidence_search" ON "community_evidence" USING gin ("title" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "creative_former_slugs_user_id_index" ON "creative_former_slugs" USING btree ("user_id");--> statement-breakpoint
ALTER TABLE "community_decisions" ADD CONSTRAINT "community_decisions_evidence_id_community_evidence_id_fk" FOREIGN KEY ("evidence_id") REFERENCES "public"."community_evidence"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "community_reports" ADD CONSTRAINT "community_reports_evidence_id_community_evidence_id_fk" FOREIGN KEY ("evidence_id") REFERENCES "public"."community_evidence"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "community_decisions_evidence_id_index" ON "community_decisions" USING btree ("evidence_id");--> statement-breakpoint
CREATE INDEX "community_decisions_search" ON "community_decisions" USING gin ("reason" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "community_decisions_outcome_created_at_id_index" ON "community_decisions" USING btree ("outcome","created_at","id");--> statement-breakpoint
CREATE INDEX "community_decisions_answered" ON "community_decisions" USING btree ("appeal_outcome","created_at","id") WHERE "community_decisions"."appealed_at" is not null;--> statement-breakpoint
CREATE INDEX "community_reports_evidence_id_index" ON "community_reports" USING btree ("evidence_id");--> statement-breakpoint
CREATE INDEX "community_reports_waiting_post" ON "community_reports" USING btree ("post_id") WHERE "community_reports"."decision_id" is null;--> statement-breakpoint
CREATE INDEX "community_reports_decided" ON "community_reports" USING btree ("created_at","id") WHERE "community_reports"."decision_id" is not null;--> statement-breakpoint
CREATE INDEX "community_reports_search" ON "community_reports" USING gin ("reason" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "community_posts_hidden_ones" ON "community_posts" USING btree ("is_pinned","created_at","id") WHERE "community_posts"."status" = 'hidden';--> statement-breakpoint
CREATE INDEX "community_posts_image_index" ON "community_posts" USING btree ("image") WHERE "community_posts"."image" is not null;--> statement-breakpoint
CREATE INDEX "creative_profiles_picture_index" ON "creative_profiles" USING btree ("picture") WHERE "creative_profiles"."picture" is not null;--> statement-breakpoint
CREATE INDEX "creative_works_picture_index" ON "creative_works" USING btree ("picture");--> statement-breakpoint
ALTER TABLE "community_decisions" ADD CONSTRAINT "community_decisions_outcome" CHECK ("community_decisions"."outcome" in ('kept', 'hidden', 'deleted'));