ALTER TABLE "events" ADD COLUMN "image_alt" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "image_focus" text DEFAULT 'middle' NOT NULL;--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_image_focus" CHECK ("events"."image_focus" in ('middle', 'top', 'bottom', 'left', 'right'));--> statement-breakpoint
-- What had a picture already is named by it.
UPDATE "events" SET "image_alt" = 'A picture of the event' WHERE "image" IS NOT NULL;--> statement-breakpoint
set constraints all immediate;--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_image_alt" CHECK ("events"."image" is null or "events"."image_alt" <> '');