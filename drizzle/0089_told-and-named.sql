-- Hand-written: a digest is found by the rows that are in it, also one of before.
set constraints all immediate;
--> statement-breakpoint
update mails set relates_to = 'digests/' || user_id || '/' || (extract(epoch from created_at) * 1000)::bigint
where template = 'notifications.digest' and relates_to is null and user_id is not null;
--> statement-breakpoint
-- A text follows the name of a mention in it: `@Ann King` is not in `@Ann Kingsley`, and not in a longer name that is spoken to there.
create or replace function renamed_mention(words text, longer text[], former text, present text) returns text
  language plpgsql immutable set search_path = public, pg_temp as $$
begin
  -- Longer names stand aside meanwhile, as signs that no text has.
  for at in 1 .. cardinality(longer) loop
    words := replace(words, '@' || longer[at], chr(983040 + at));
  end loop;
  words := regexp_replace(
    words,
    '@' || regexp_replace(former, '([.*+?^${}()|\[\]\\])', '\\\1', 'g') || '(?![[:alnum:]])',
    '@' || replace(present, '\', '\\'),
    'g'
  );
  for at in 1 .. cardinality(longer) loop
    words := replace(words, chr(983040 + at), '@' || longer[at]);
  end loop;
  return words;
end $$;
--> statement-breakpoint
create or replace function follow_mention() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  longer text[];
begin
  select coalesce(array_agg(m.name order by length(m.name) desc), '{}') into longer from community_mentions m
  where m.post_id = new.post_id and m.comment_id is not distinct from new.comment_id and m.id <> new.id
    and starts_with(m.name, old.name) and length(m.name) > length(old.name);
  if new.comment_id is null then
    update community_posts set content = renamed_mention(content, longer, old.name, new.name) where id = new.post_id;
  else
    update community_post_comments set content = renamed_mention(content, longer, old.name, new.name) where id = new.comment_id;
  end if;
  -- What was reported of it is kept as it was, but under the name that the person has now.
  update community_evidence set content = renamed_mention(content, longer, old.name, new.name)
  where post_id = new.post_id and comment_id is not distinct from new.comment_id;
  return null;
end $$;
