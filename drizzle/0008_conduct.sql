-- Hand-written: published versions stay as they are, acceptances are append-only, publishing is audited.

create function keep_published_code() returns trigger language plpgsql as $$
begin
  if (new.version, new.title, new.sections, new.published_at) is distinct from (old.version, old.title, old.sections, old.published_at) then
    raise exception 'a published version of the code of conduct never changes' using errcode = '42501';
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger code_of_conduct_kept before update on code_of_conduct for each row execute function keep_published_code();
--> statement-breakpoint
create trigger code_acceptances_append_only before update on code_acceptances for each row execute function append_only();
--> statement-breakpoint
select audit_table('code_of_conduct', 'id', '{}', true);
--> statement-breakpoint
-- The code that the house starts with; an admin publishes the next version.
insert into code_of_conduct (version, title, sections, is_active, published_at) values (1, 'Code of Conduct', '[
  {"number": 1, "title": "Respect people", "rules": ["Treat everyone in the house with respect, whatever their craft, background or experience.", "Harassment, discrimination and unwanted attention are not tolerated, here or online.", "Ask before you photograph or record people or their work."]},
  {"number": 2, "title": "Respect the space", "rules": ["Leave every room as you would like to find it.", "Use machines only after the induction, and report damage at once.", "Food stays in the kitchen and the lounge."]},
  {"number": 3, "title": "Bookings and guests", "rules": ["Arrive and leave on time; the next person is waiting.", "You are responsible for the guests you bring.", "Do not pass on tickets, passes or your door code."]},
  {"number": 4, "title": "Safety", "rules": ["Keep exits and corridors free.", "Follow the instructions of the staff in an emergency.", "Do not work alone with machines that are marked so."]},
  {"number": 5, "title": "When something goes wrong", "rules": ["Tell the staff about incidents as soon as you can.", "Breaking this code leads to a warning, a suspension or the end of a membership, depending on how serious it is."]}
]'::jsonb, true, now());
