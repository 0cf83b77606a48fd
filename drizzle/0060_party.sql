DROP INDEX "check_ins_scan";--> statement-breakpoint
CREATE INDEX "check_ins_scan" ON "check_ins" USING btree ("scan_id");