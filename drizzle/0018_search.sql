-- Text anywhere in a name, an address or a description is found by its groups of three letters; PostgreSQL brings the
-- extension along.
CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
CREATE INDEX "bookings_created_at_id_index" ON "bookings" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "orders_created_at_id_index" ON "orders" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "orders_search" ON "orders" USING gin ("description" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "ledger_entries_search" ON "ledger_entries" USING gin ("description" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "ledger_entries_ref_search" ON "ledger_entries" USING gin ("external_ref" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "user_created_at_id_index" ON "user" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "user_name_id_index" ON "user" USING btree ("name","id");--> statement-breakpoint
CREATE INDEX "user_name_search" ON "user" USING gin ("name" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "user_email_search" ON "user" USING gin ("email" gin_trgm_ops);