-- Hand-written: the text of a post or a comment follows the name of a mention in it, and what staff change is in the audit log.
set constraints all immediate;
--> statement-breakpoint
create function follow_mention() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.comment_id is null then
    update community_posts set content = replace(content, '@' || old.name, '@' || new.name) where id = new.post_id;
  else
    update community_post_comments set content = replace(content, '@' || old.name, '@' || new.name) where id = new.comment_id;
  end if;
  return null;
end $$;
--> statement-breakpoint
create trigger follow_mention after update of name on community_mentions
  for each row when (old.name <> new.name) execute function follow_mention();
--> statement-breakpoint
select audit_table('community_posts', 'id', array['user_id', 'title', 'content', 'image', 'image_alt', 'hidden_reason']);
--> statement-breakpoint
select audit_table('community_post_comments', 'id', array['user_id', 'content', 'hidden_reason']);
--> statement-breakpoint
select audit_table('community_post_likes', 'id');
--> statement-breakpoint
select audit_table('community_mentions', 'id', array['user_id', 'name']);
--> statement-breakpoint
select audit_table('community_decisions', 'id', array['author_id', 'reason', 'appeal', 'appeal_answer']);
--> statement-breakpoint
select audit_table('community_reports', 'id', array['reason', 'user_id']);
