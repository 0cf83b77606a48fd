SET CONSTRAINTS ALL IMMEDIATE;
--> statement-breakpoint
ALTER TABLE "spaces" ADD COLUMN "people" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "spaces" ADD COLUMN "features" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "spaces" ADD CONSTRAINT "spaces_people" CHECK ("spaces"."people" between 1 and 1000);
--> statement-breakpoint
-- Hand-written: what the rooms that every house begins with are for.
update spaces set people = 8, features = array['Natural light', 'Infinity cove', 'Lighting', 'Step-free'] where slug = 'photography-studio';
--> statement-breakpoint
update spaces set people = 4, features = array['Microphones', 'Soundproof', 'Step-free'] where slug = 'podcast-studio';
--> statement-breakpoint
update spaces set people = 1, features = array['Towels', 'Showers'] where slug = 'ice-bath';
--> statement-breakpoint
update spaces set people = 1, features = array['Towels', 'Showers'] where slug = 'sauna';
--> statement-breakpoint
update spaces set people = 6, features = array['Instruments', 'Amplifiers', 'Soundproof'] where slug = 'music-studio';
--> statement-breakpoint
update spaces set people = 10, features = array['Screen', 'Whiteboard', 'Wi-Fi', 'Natural light', 'Step-free'] where slug = 'meeting-room';
--> statement-breakpoint
update spaces set people = 1, features = array['Wi-Fi', 'Natural light', 'Lockers', 'Step-free'] where slug = 'coworking-space';
