CREATE TABLE "event_messages" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"event_id" uuid NOT NULL,
	"addressee" text NOT NULL,
	"body" text NOT NULL,
	"author_id" text,
	"recipients" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "event_messages_addressee" CHECK ("event_messages"."addressee" in ('house', 'host', 'guests')),
	CONSTRAINT "event_messages_recipients" CHECK (("event_messages"."addressee" = 'guests') = ("event_messages"."recipients" is not null))
);
--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "changed_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "decision_reminded_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "event_messages" ADD CONSTRAINT "event_messages_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_messages" ADD CONSTRAINT "event_messages_author_id_user_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "event_messages_event_id_created_at_index" ON "event_messages" USING btree ("event_id","created_at");--> statement-breakpoint
CREATE INDEX "event_messages_author_id_index" ON "event_messages" USING btree ("author_id");
--> statement-breakpoint
-- Hand-written: what staff write to hosts is in the audit log, without the words.
select audit_table('event_messages', 'id', array['body', 'author_id']);
