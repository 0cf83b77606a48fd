CREATE TABLE "search_texts" (
	"kind" text NOT NULL,
	"ref" uuid NOT NULL,
	"at" timestamp with time zone,
	"words" "tsvector" NOT NULL,
	CONSTRAINT "search_texts_kind_ref_pk" PRIMARY KEY("kind","ref"),
	CONSTRAINT "search_texts_kind" CHECK ("search_texts"."kind" in ('event', 'post'))
);
--> statement-breakpoint
CREATE TABLE "search_words" (
	"word" text PRIMARY KEY NOT NULL
);
