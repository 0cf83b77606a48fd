ALTER TABLE "ledger_entries" ADD COLUMN "vat_percent" integer;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD COLUMN "vat_number" text;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD COLUMN "vat_pence" integer GENERATED ALWAYS AS (round(amount_pence::numeric * vat_percent / (100 + vat_percent))::integer) STORED;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_vat" CHECK ("ledger_entries"."vat_percent" between 0 and 100);--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_vat_number" CHECK (("ledger_entries"."vat_percent" is null) = ("ledger_entries"."vat_number" is null));