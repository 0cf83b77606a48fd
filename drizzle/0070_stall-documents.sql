ALTER TABLE "market_papers" DROP CONSTRAINT "market_papers_file_id_files_id_fk";
--> statement-breakpoint
ALTER TABLE "market_papers" ALTER COLUMN "file_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "market_papers" ADD CONSTRAINT "market_papers_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE set null ON UPDATE no action;