-- Hand-written: how a text is made comparable, what is kept of events and posts for searching, and the indexes that find it.
set constraints all immediate;
--> statement-breakpoint
create extension if not exists unaccent;
--> statement-breakpoint
-- Words in small letters without accents, one space between them: `Zoë's 2nd KILN` is `zoe s 2nd kiln`. Signs are no letters, and
-- nothing of what comes out has a meaning in a pattern. The dictionary never changes, whatever the function of the extension says.
create function search_text(words text) returns text language sql immutable strict parallel safe as $$
  select btrim(regexp_replace(lower(public.unaccent('public.unaccent'::regdictionary, words)), '[^[:alnum:]]+', ' ', 'g'))
$$;
--> statement-breakpoint
-- Each word of four letters or more, and each with one letter left out: two words that share one of these are a letter apart, or
-- have two letters in each other's place. Takes what `search_text` gives.
create function search_spellings(words text) returns text[] language sql immutable strict parallel safe as $$
  select coalesce(array_agg(distinct spelling), '{}')
  from unnest(string_to_array(words, ' ')) as each(word)
  cross join lateral (
    select word union all
    select overlay(word placing '' from at for 1) from generate_series(1, length(word)) as letter(at)
  ) as near(spelling)
  where length(word) between 4 and 30
$$;
--> statement-breakpoint
-- The first argument is the kind, the others are the columns of the title, the text and the moment.
create function keep_search_text() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  after jsonb;
  found_words tsvector;
begin
  if tg_op = 'DELETE' then
    delete from search_texts where kind = tg_argv[0] and ref = old.id;
    return null;
  end if;
  after := to_jsonb(new);
  if coalesce(after->>'status', 'published') <> 'published' or coalesce(after->>'application_status', 'approved') <> 'approved' then
    delete from search_texts where kind = tg_argv[0] and ref = new.id;
    return null;
  end if;
  found_words := to_tsvector('simple', search_text(concat_ws(' ', after->>tg_argv[1], after->>tg_argv[2])));
  insert into search_texts (kind, ref, at, words) values (tg_argv[0], new.id, (after->>tg_argv[3])::timestamptz, found_words)
    on conflict (kind, ref) do update set at = excluded.at, words = excluded.words;
  -- Always in one order, so that two who write at once do not wait for each other.
  insert into search_words
    select word from unnest(tsvector_to_array(found_words)) as each(word) where word ~ '^[[:alpha:]]{3,30}$' order by word
    on conflict do nothing;
  return null;
end $$;
--> statement-breakpoint
create trigger keep_search_text after insert or update of name, description, starts_at, application_status or delete on events
  for each row execute function keep_search_text('event', 'name', 'description', 'starts_at');
--> statement-breakpoint
create trigger keep_search_text after insert or update of title, content, status or delete on community_posts
  for each row execute function keep_search_text('post', 'title', 'content', 'created_at');
--> statement-breakpoint
revoke insert, update, delete on search_texts from exchange_app;
--> statement-breakpoint
-- What is there already.
insert into search_texts (kind, ref, at, words)
  select 'event', id, starts_at, to_tsvector('simple', search_text(name || ' ' || description)) from events where application_status = 'approved'
  union all
  select 'post', id, created_at, to_tsvector('simple', search_text(title || ' ' || content)) from community_posts where status = 'published';
--> statement-breakpoint
insert into search_words
  select distinct word from search_texts, unnest(tsvector_to_array(words)) as each(word) where word ~ '^[[:alpha:]]{3,30}$';
--> statement-breakpoint
create index search_texts_events on search_texts using gin (words) with (fastupdate = off) where kind = 'event';
--> statement-breakpoint
create index search_texts_posts on search_texts using gin (words) with (fastupdate = off) where kind = 'post';
--> statement-breakpoint
create index search_texts_at on search_texts (kind, at);
--> statement-breakpoint
create index search_words_begin on search_words (word text_pattern_ops);
--> statement-breakpoint
create index search_words_within on search_words using gin (word gin_trgm_ops);
--> statement-breakpoint
create index search_words_near on search_words using gin (search_spellings(word));
--> statement-breakpoint
-- People are found by how their names begin, by letters within, and by names that are nearly the same: those alone who may be found.
create index profiles_name_begins on profiles (search_text(first_name || ' ' || last_name) text_pattern_ops)
  where approval_status = 'approved' and account_status = 'active';
--> statement-breakpoint
create index profiles_last_name_begins on profiles (search_text(last_name) text_pattern_ops)
  where approval_status = 'approved' and account_status = 'active';
--> statement-breakpoint
create index profiles_name_within on profiles using gin (search_text(first_name || ' ' || last_name) gin_trgm_ops)
  where approval_status = 'approved' and account_status = 'active';
--> statement-breakpoint
create index profiles_name_near on profiles using gin (search_spellings(search_text(first_name || ' ' || last_name)))
  where approval_status = 'approved' and account_status = 'active';
