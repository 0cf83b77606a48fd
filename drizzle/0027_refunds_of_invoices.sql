-- Hand-written: rows change here, and a table whose audit waits for the end of the transaction cannot be altered.
SET CONSTRAINTS ALL IMMEDIATE;--> statement-breakpoint
ALTER TABLE "refunds" ALTER COLUMN "order_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "user_id" text;--> statement-breakpoint
-- Hand-written: whose money it is was said by the order alone.
UPDATE "refunds" SET "user_id" = "orders"."user_id" FROM "orders" WHERE "orders"."id" = "refunds"."order_id";--> statement-breakpoint
ALTER TABLE "refunds" ALTER COLUMN "user_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "invoice_id" text;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "attempt" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "refunds_user_id_index" ON "refunds" USING btree ("user_id");--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_of" CHECK ("refunds"."order_id" is not null or "refunds"."invoice_id" is not null);