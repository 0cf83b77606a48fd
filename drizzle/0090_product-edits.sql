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
ALTER TABLE "product_edits" ADD CONSTRAINT "product_edits_done_by_user_id_fk" FOREIGN KEY ("done_by") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "product_edits_shopify_product_id_created_at_index" ON "product_edits" USING btree ("shopify_product_id","created_at");