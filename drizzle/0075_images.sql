CREATE TABLE "facility_images" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"facility_name" text NOT NULL,
	"facility_key" text NOT NULL,
	"image_url" text DEFAULT '' NOT NULL,
	CONSTRAINT "facility_images_facilityKey_unique" UNIQUE("facility_key")
);
--> statement-breakpoint
CREATE TABLE "images" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"bucket" text NOT NULL,
	"original_id" uuid NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"alt" text NOT NULL,
	"focus_left" integer DEFAULT 50 NOT NULL,
	"focus_top" integer DEFAULT 50 NOT NULL,
	"crop_shape" text DEFAULT 'whole' NOT NULL,
	"crop_percent" integer DEFAULT 100 NOT NULL,
	"is_small" boolean DEFAULT false NOT NULL,
	"uploaded_by" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "images_originalId_unique" UNIQUE("original_id"),
	CONSTRAINT "images_bucket" CHECK ("images"."bucket" in ('homepage-images', 'admin-uploads')),
	CONSTRAINT "images_crop_shape" CHECK ("images"."crop_shape" in ('whole', 'wide', 'card', 'square', 'tall')),
	CONSTRAINT "images_size" CHECK ("images"."width" > 0 and "images"."height" > 0),
	CONSTRAINT "images_alt" CHECK ("images"."alt" <> ''),
	CONSTRAINT "images_focus" CHECK ("images"."focus_left" between 0 and 100 and "images"."focus_top" between 0 and 100),
	CONSTRAINT "images_crop" CHECK ("images"."crop_percent" between 20 and 100)
);
--> statement-breakpoint
ALTER TABLE "images" ADD CONSTRAINT "images_original_id_files_id_fk" FOREIGN KEY ("original_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "images" ADD CONSTRAINT "images_uploaded_by_user_id_fk" FOREIGN KEY ("uploaded_by") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "images_created_at_index" ON "images" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "images_bucket_created_at_index" ON "images" USING btree ("bucket","created_at");