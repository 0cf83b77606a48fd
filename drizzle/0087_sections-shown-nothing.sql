-- What stood there before the next workshop and the member highlight were first written was nothing, not a form without words.
set constraints all immediate;
--> statement-breakpoint
update content_versions set content = 'null'::jsonb
where version = 1 and section_key in ('next_workshop', 'weekly_content') and content ->> 'title' = '';
