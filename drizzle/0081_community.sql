CREATE TABLE "community_decisions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"post_id" uuid NOT NULL,
	"comment_id" uuid,
	"author_id" text,
	"outcome" text NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"decided_by" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"appeal" text,
	"appealed_at" timestamp with time zone,
	"appeal_outcome" text,
	"appeal_answer" text,
	"appeal_decided_at" timestamp with time zone,
	"appeal_decided_by" text,
	CONSTRAINT "community_decisions_outcome" CHECK ("community_decisions"."outcome" in ('kept', 'hidden')),
	CONSTRAINT "community_decisions_appeal_outcome" CHECK ("community_decisions"."appeal_outcome" in ('restored', 'upheld')),
	CONSTRAINT "community_decisions_appeal" CHECK (("community_decisions"."appeal" is null) = ("community_decisions"."appealed_at" is null)),
	CONSTRAINT "community_decisions_appealed_hidden" CHECK ("community_decisions"."appealed_at" is null or "community_decisions"."outcome" = 'hidden'),
	CONSTRAINT "community_decisions_appeal_decided" CHECK (("community_decisions"."appeal_outcome" is null) = ("community_decisions"."appeal_decided_at" is null) and ("community_decisions"."appeal_outcome" is null) = ("community_decisions"."appeal_answer" is null) and ("community_decisions"."appeal_outcome" is null or "community_decisions"."appealed_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "community_reports" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"post_id" uuid NOT NULL,
	"comment_id" uuid,
	"user_id" text,
	"reason" text NOT NULL,
	"decision_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "community_mentions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"post_id" uuid NOT NULL,
	"comment_id" uuid,
	"user_id" text,
	"name" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "community_post_comments" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"post_id" uuid NOT NULL,
	"user_id" text,
	"content" text NOT NULL,
	"status" text DEFAULT 'published' NOT NULL,
	"hidden_reason" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "community_post_comments_status" CHECK ("community_post_comments"."status" in ('published', 'hidden')),
	CONSTRAINT "community_post_comments_words" CHECK ("community_post_comments"."content" <> ''),
	CONSTRAINT "community_post_comments_hidden" CHECK (("community_post_comments"."status" = 'hidden') = ("community_post_comments"."hidden_reason" is not null))
);
--> statement-breakpoint
CREATE TABLE "community_post_likes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"post_id" uuid NOT NULL,
	"user_id" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "community_posts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" text,
	"title" text NOT NULL,
	"content" text NOT NULL,
	"image" text,
	"image_alt" text DEFAULT '' NOT NULL,
	"status" text DEFAULT 'published' NOT NULL,
	"hidden_reason" text,
	"is_pinned" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"edited_at" timestamp with time zone,
	CONSTRAINT "community_posts_status" CHECK ("community_posts"."status" in ('published', 'hidden')),
	CONSTRAINT "community_posts_words" CHECK ("community_posts"."title" <> '' and "community_posts"."content" <> ''),
	CONSTRAINT "community_posts_image_alt" CHECK ("community_posts"."image" is null or "community_posts"."image_alt" <> ''),
	CONSTRAINT "community_posts_hidden" CHECK (("community_posts"."status" = 'hidden') = ("community_posts"."hidden_reason" is not null))
);
--> statement-breakpoint
CREATE TABLE "search_texts" (
	"kind" text NOT NULL,
	"ref" uuid NOT NULL,
	"at" timestamp with time zone,
	"words" "tsvector" NOT NULL,
	CONSTRAINT "search_texts_kind_ref_pk" PRIMARY KEY("kind","ref"),
	CONSTRAINT "search_texts_kind" CHECK ("search_texts"."kind" in ('event', 'post'))
);
--> statement-breakpoint
CREATE TABLE "search_words" (
	"word" text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notification_choices" (
	"user_id" text NOT NULL,
	"kind" text NOT NULL,
	"channel" text NOT NULL,
	"is_on" boolean NOT NULL,
	CONSTRAINT "notification_choices_user_id_kind_channel_pk" PRIMARY KEY("user_id","kind","channel"),
	CONSTRAINT "notification_choices_kind" CHECK ("notification_choices"."kind" in ('mention', 'comment', 'like', 'moderation', 'event', 'booking', 'stall', 'application', 'membership')),
	CONSTRAINT "notification_choices_channel" CHECK ("notification_choices"."channel" in ('house', 'mail', 'push'))
);
--> statement-breakpoint
CREATE TABLE "notification_digests" (
	"user_id" text PRIMARY KEY NOT NULL,
	"hour" integer NOT NULL,
	"done_on" date NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "notification_digests_hour" CHECK ("notification_digests"."hour" between 0 and 23)
);
--> statement-breakpoint
CREATE TABLE "notification_keys" (
	"user_id" text NOT NULL,
	"key" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "notification_keys_user_id_key_pk" PRIMARY KEY("user_id","key")
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" text NOT NULL,
	"kind" text NOT NULL,
	"who" text DEFAULT '' NOT NULL,
	"title" text NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"path" text NOT NULL,
	"people" text[] DEFAULT '{}'::text[] NOT NULL,
	"is_shown" boolean DEFAULT true NOT NULL,
	"is_open" boolean DEFAULT true NOT NULL,
	"is_mailed" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"told_at" timestamp with time zone DEFAULT now() NOT NULL,
	"read_at" timestamp with time zone,
	"digested_at" timestamp with time zone,
	CONSTRAINT "notifications_kind" CHECK ("notifications"."kind" in ('mention', 'comment', 'like', 'moderation', 'event', 'booking', 'stall', 'application', 'membership')),
	CONSTRAINT "notifications_path" CHECK ("notifications"."path" ~ '^/([^/\\]|$)'),
	CONSTRAINT "notifications_lengths" CHECK (length(title) between 1 and 200 and length(text) <= 500),
	CONSTRAINT "notifications_read" CHECK ("notifications"."read_at" is null or not "notifications"."is_open")
);
--> statement-breakpoint
CREATE TABLE "push_keys" (
	"id" text PRIMARY KEY NOT NULL,
	"public_key" text NOT NULL,
	"sealed_key" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "push_keys_id" CHECK ("push_keys"."id" in ('house'))
);
--> statement-breakpoint
CREATE TABLE "push_subscriptions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" text NOT NULL,
	"session_id" text NOT NULL,
	"endpoint" text NOT NULL,
	"p256dh" text NOT NULL,
	"auth" text NOT NULL,
	"device" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "push_subscriptions_endpoint_unique" UNIQUE("endpoint")
);
--> statement-breakpoint
ALTER TABLE "community_decisions" ADD CONSTRAINT "community_decisions_post_id_community_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."community_posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "community_decisions" ADD CONSTRAINT "community_decisions_comment_id_community_post_comments_id_fk" FOREIGN KEY ("comment_id") REFERENCES "public"."community_post_comments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "community_decisions" ADD CONSTRAINT "community_decisions_author_id_user_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "community_decisions" ADD CONSTRAINT "community_decisions_decided_by_user_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "community_decisions" ADD CONSTRAINT "community_decisions_appeal_decided_by_user_id_fk" FOREIGN KEY ("appeal_decided_by") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "community_reports" ADD CONSTRAINT "community_reports_post_id_community_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."community_posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "community_reports" ADD CONSTRAINT "community_reports_comment_id_community_post_comments_id_fk" FOREIGN KEY ("comment_id") REFERENCES "public"."community_post_comments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "community_reports" ADD CONSTRAINT "community_reports_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "community_reports" ADD CONSTRAINT "community_reports_decision_id_community_decisions_id_fk" FOREIGN KEY ("decision_id") REFERENCES "public"."community_decisions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "community_mentions" ADD CONSTRAINT "community_mentions_post_id_community_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."community_posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "community_mentions" ADD CONSTRAINT "community_mentions_comment_id_community_post_comments_id_fk" FOREIGN KEY ("comment_id") REFERENCES "public"."community_post_comments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "community_mentions" ADD CONSTRAINT "community_mentions_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "community_post_comments" ADD CONSTRAINT "community_post_comments_post_id_community_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."community_posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "community_post_comments" ADD CONSTRAINT "community_post_comments_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "community_post_likes" ADD CONSTRAINT "community_post_likes_post_id_community_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."community_posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "community_post_likes" ADD CONSTRAINT "community_post_likes_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "community_posts" ADD CONSTRAINT "community_posts_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_choices" ADD CONSTRAINT "notification_choices_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_digests" ADD CONSTRAINT "notification_digests_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_keys" ADD CONSTRAINT "notification_keys_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_session_id_session_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."session"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "community_decisions_post_id_created_at_index" ON "community_decisions" USING btree ("post_id","created_at");--> statement-breakpoint
CREATE INDEX "community_decisions_comment_id_index" ON "community_decisions" USING btree ("comment_id") WHERE "community_decisions"."comment_id" is not null;--> statement-breakpoint
CREATE INDEX "community_decisions_author_id_index" ON "community_decisions" USING btree ("author_id");--> statement-breakpoint
CREATE INDEX "community_decisions_created_at_id_index" ON "community_decisions" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "community_decisions_appealed" ON "community_decisions" USING btree ("appealed_at") WHERE "community_decisions"."appealed_at" is not null and "community_decisions"."appeal_outcome" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "community_reports_once_post" ON "community_reports" USING btree ("post_id","user_id") WHERE "community_reports"."comment_id" is null and "community_reports"."decision_id" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "community_reports_once_comment" ON "community_reports" USING btree ("comment_id","user_id") WHERE "community_reports"."decision_id" is null;--> statement-breakpoint
CREATE INDEX "community_reports_user_id_index" ON "community_reports" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "community_reports_decision_id_index" ON "community_reports" USING btree ("decision_id");--> statement-breakpoint
CREATE INDEX "community_reports_waiting" ON "community_reports" USING btree ("created_at","id") WHERE "community_reports"."decision_id" is null;--> statement-breakpoint
CREATE INDEX "community_reports_created_at_id_index" ON "community_reports" USING btree ("created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "community_mentions_in_post" ON "community_mentions" USING btree ("post_id","user_id") WHERE "community_mentions"."comment_id" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "community_mentions_in_comment" ON "community_mentions" USING btree ("comment_id","user_id");--> statement-breakpoint
CREATE INDEX "community_mentions_user_id_index" ON "community_mentions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "community_post_comments_post_id_created_at_id_index" ON "community_post_comments" USING btree ("post_id","created_at","id");--> statement-breakpoint
CREATE INDEX "community_post_comments_user_id_created_at_index" ON "community_post_comments" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "community_post_likes_once" ON "community_post_likes" USING btree ("post_id","user_id");--> statement-breakpoint
CREATE INDEX "community_post_likes_user_id_index" ON "community_post_likes" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "community_posts_feed" ON "community_posts" USING btree ("is_pinned","created_at","id");--> statement-breakpoint
CREATE INDEX "community_posts_created_at_id_index" ON "community_posts" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "community_posts_user_id_created_at_index" ON "community_posts" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "community_posts_search" ON "community_posts" USING gin ("title" gin_trgm_ops,"content" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "notification_digests_done_on_hour_index" ON "notification_digests" USING btree ("done_on","hour");--> statement-breakpoint
CREATE INDEX "notification_keys_created_at_index" ON "notification_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "notifications_user_id_told_at_id_index" ON "notifications" USING btree ("user_id","told_at","id");--> statement-breakpoint
CREATE INDEX "notifications_unread" ON "notifications" USING btree ("user_id") WHERE "notifications"."read_at" is null;--> statement-breakpoint
CREATE INDEX "notifications_path_index" ON "notifications" USING btree ("path");--> statement-breakpoint
CREATE INDEX "notifications_created_at_index" ON "notifications" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "notifications_gathered" ON "notifications" USING btree ("user_id","kind","path","title") WHERE "notifications"."is_open";--> statement-breakpoint
CREATE INDEX "push_subscriptions_user_id_index" ON "push_subscriptions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "push_subscriptions_session_id_index" ON "push_subscriptions" USING btree ("session_id");