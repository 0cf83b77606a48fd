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
ALTER TABLE "shop_cart_lines" ADD CONSTRAINT "shop_cart_lines_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shopify_orders" ADD CONSTRAINT "shopify_orders_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "shop_cart_lines_user_id_created_at_index" ON "shop_cart_lines" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "shopify_messages_created_at_index" ON "shopify_messages" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "shopify_orders_user_id_created_at_index" ON "shopify_orders" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "shopify_orders_created_at_id_index" ON "shopify_orders" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "shopify_orders_total_pence_id_index" ON "shopify_orders" USING btree ("total_pence","id");--> statement-breakpoint
CREATE INDEX "shopify_orders_total_points_required_id_index" ON "shopify_orders" USING btree ("total_points_required","id");--> statement-breakpoint
CREATE INDEX "shopify_orders_status_created_at_index" ON "shopify_orders" USING btree ("status","created_at");--> statement-breakpoint
CREATE INDEX "product_access_requirements_product_title_id_index" ON "product_access_requirements" USING btree ("product_title","id");--> statement-breakpoint
CREATE INDEX "product_access_requirements_required_points_id_index" ON "product_access_requirements" USING btree ("required_points","id");--> statement-breakpoint
CREATE INDEX "product_access_requirements_created_at_id_index" ON "product_access_requirements" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "product_access_requirements_search" ON "product_access_requirements" USING gin ("product_title" gin_trgm_ops);