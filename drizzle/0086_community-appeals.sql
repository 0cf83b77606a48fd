DROP INDEX "community_decisions_answered";--> statement-breakpoint
DROP INDEX "community_decisions_appealed";--> statement-breakpoint
CREATE INDEX "community_decisions_answered" ON "community_decisions" USING btree ("appeal_outcome","created_at","id") WHERE "community_decisions"."appeal_outcome" is not null;--> statement-breakpoint
CREATE INDEX "community_decisions_appealed" ON "community_decisions" USING btree ("created_at","id") WHERE "community_decisions"."appealed_at" is not null and "community_decisions"."appeal_outcome" is null;