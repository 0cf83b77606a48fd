CREATE TABLE "disputes" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"order_id" uuid,
	"description" text NOT NULL,
	"amount_pence" integer NOT NULL,
	"status" text NOT NULL,
	"reason" text NOT NULL,
	"due_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"closed_at" timestamp with time zone,
	CONSTRAINT "disputes_amount" CHECK ("disputes"."amount_pence" > 0),
	CONSTRAINT "disputes_status" CHECK ("disputes"."status" in ('open', 'won', 'lost'))
);
--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_amount";--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_refunded";--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "credit_pence" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "disputed_pence" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "disputes_order_id_index" ON "disputes" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "disputes_user_id_index" ON "disputes" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "disputes_created_at_index" ON "disputes" USING btree ("created_at");--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_disputed" CHECK ("orders"."disputed_pence" between 0 and "orders"."amount_pence");--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_amount" CHECK ("orders"."amount_pence" > 0 or "orders"."paid_at" is not null and "orders"."amount_pence" = 0);--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_refunded" CHECK ("orders"."amount_pence" = 0 or ("orders"."status" = 'refunded') = ("orders"."refunded_pence" = "orders"."amount_pence"));--> statement-breakpoint
-- Hand-written: pricing a free tier would give its members paid rights for nothing, and a paid tier at £0 would take the
-- rights of people whom the provider goes on charging. While anybody is on it, a tier stays what it is.
create function refuse_tier_crossing() returns trigger language plpgsql as $$
begin
  if (old.price_pence = 0) <> (new.price_pence = 0)
    and exists (select 1 from user_memberships where tier_id = old.id and status = 'active') then
    raise exception 'members are on this tier' using errcode = 'check_violation', constraint = 'membership_tiers_in_use';
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger membership_tiers_crossing before update of price_pence on membership_tiers
  for each row execute function refuse_tier_crossing();
