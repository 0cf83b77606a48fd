CREATE TABLE "shopify_strays" (
	"id" text PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"name" text NOT NULL,
	"total_pence" integer NOT NULL,
	"note" text NOT NULL,
	"refunded_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "shopify_strays_note" CHECK ("shopify_strays"."note" in ('other_goods', 'paid_twice'))
);
--> statement-breakpoint
ALTER TABLE "shopify_orders" ADD COLUMN "emptied_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "shopify_strays" ADD CONSTRAINT "shopify_strays_order_id_shopify_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."shopify_orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "shopify_strays_order_id_index" ON "shopify_strays" USING btree ("order_id");