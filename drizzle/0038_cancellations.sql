CREATE TABLE "cancellation_reasons" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" text NOT NULL,
	"membership_id" uuid NOT NULL,
	"reason" text,
	"words" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"taken_back_at" timestamp with time zone,
	CONSTRAINT "cancellation_reasons_reason" CHECK ("cancellation_reasons"."reason" in ('price', 'unused', 'moving', 'missing', 'other'))
);
--> statement-breakpoint
ALTER TABLE "cancellation_reasons" ADD CONSTRAINT "cancellation_reasons_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cancellation_reasons" ADD CONSTRAINT "cancellation_reasons_membership_id_user_memberships_id_fk" FOREIGN KEY ("membership_id") REFERENCES "public"."user_memberships"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "cancellation_reasons_created_at_index" ON "cancellation_reasons" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "cancellation_reasons_user_id_index" ON "cancellation_reasons" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "cancellation_reasons_membership_id_index" ON "cancellation_reasons" USING btree ("membership_id");