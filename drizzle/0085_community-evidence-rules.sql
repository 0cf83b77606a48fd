-- Hand-written: what was reported before is kept as it is now, names in it follow their mentions, and what staff change is in the audit log.
set constraints all immediate;
--> statement-breakpoint
insert into community_evidence (post_id, comment_id, author_id, title, content, image, image_alt, created_at)
select distinct on (said.post_id, said.comment_id) p.id, c.id, case when c.id is null then p.user_id else c.user_id end, p.title,
  coalesce(c.content, p.content), case when c.id is null then p.image end, case when c.id is null then p.image_alt else '' end, said.created_at
from (select post_id, comment_id, created_at from community_reports where evidence_id is null
  union all select post_id, comment_id, created_at from community_decisions where evidence_id is null) said
join community_posts p on p.id = said.post_id
left join community_post_comments c on c.id = said.comment_id
where said.comment_id is null or c.id is not null
order by said.post_id, said.comment_id, said.created_at;
--> statement-breakpoint
update community_reports r set evidence_id = e.id from community_evidence e
where r.evidence_id is null and e.post_id = r.post_id and e.comment_id is not distinct from r.comment_id;
--> statement-breakpoint
update community_decisions d set evidence_id = e.id from community_evidence e
where d.evidence_id is null and e.post_id = d.post_id and e.comment_id is not distinct from d.comment_id;
--> statement-breakpoint
create or replace function follow_mention() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.comment_id is null then
    update community_posts set content = replace(content, '@' || old.name, '@' || new.name) where id = new.post_id;
  else
    update community_post_comments set content = replace(content, '@' || old.name, '@' || new.name) where id = new.comment_id;
  end if;
  update community_evidence set content = replace(content, '@' || old.name, '@' || new.name)
  where post_id = new.post_id and comment_id is not distinct from new.comment_id;
  return null;
end $$;
--> statement-breakpoint
select audit_table('community_evidence', 'id', array['author_id', 'title', 'content', 'image', 'image_alt']);
--> statement-breakpoint
-- Pictures of posts and of creatives are shown to those who may see what they are of: they are no longer among the public ones.
update files set purpose = 'community-picture'
where purpose = 'site-image' and id in (select file_id from site_images where key like 'post-%');
--> statement-breakpoint
update files set purpose = 'creative-picture'
where purpose = 'site-image' and id in (select file_id from site_images where key like 'creative-%');
