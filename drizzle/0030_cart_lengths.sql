ALTER TABLE "cart_items" ADD COLUMN "lengths" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "cart_items" ADD CONSTRAINT "cart_items_lengths" CHECK ("cart_items"."lengths" >= 1);