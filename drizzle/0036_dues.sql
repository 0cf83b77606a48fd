CREATE TABLE "payment_reminders" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" text NOT NULL,
	"membership_id" uuid NOT NULL,
	"reminder_type" text NOT NULL,
	"amount_due" integer NOT NULL,
	"due_date" date NOT NULL,
	"sent_by" text,
	"overdue_since" timestamp with time zone,
	"ladder_day" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payment_reminders_amount" CHECK ("payment_reminders"."amount_due" >= 0),
	CONSTRAINT "payment_reminders_type" CHECK ("payment_reminders"."reminder_type" in ('upcoming', 'due', 'overdue'))
);
--> statement-breakpoint
ALTER TABLE "user_memberships" ADD COLUMN "overdue_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "user_memberships" ADD COLUMN "limited_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "user_memberships" ADD COLUMN "last_payment_reminder_sent_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "user_memberships" ADD COLUMN "payment_reminder_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_reminders" ADD CONSTRAINT "payment_reminders_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_reminders" ADD CONSTRAINT "payment_reminders_membership_id_user_memberships_id_fk" FOREIGN KEY ("membership_id") REFERENCES "public"."user_memberships"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_reminders" ADD CONSTRAINT "payment_reminders_sent_by_user_id_fk" FOREIGN KEY ("sent_by") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payment_reminders_user_id_created_at_index" ON "payment_reminders" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_reminders_once_a_step" ON "payment_reminders" USING btree ("membership_id","overdue_since","ladder_day");--> statement-breakpoint
ALTER TABLE "user_memberships" ADD CONSTRAINT "user_memberships_limited_is_overdue" CHECK ("user_memberships"."limited_at" is null or "user_memberships"."payment_status" = 'overdue');