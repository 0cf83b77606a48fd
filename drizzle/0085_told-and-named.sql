-- Hand-written: a digest is found by the rows that are in it, also one of before.
set constraints all immediate;
--> statement-breakpoint
update mails set relates_to = 'digests/' || user_id || '/' || (extract(epoch from created_at) * 1000)::bigint
where template = 'notifications.digest' and relates_to is null and user_id is not null;
