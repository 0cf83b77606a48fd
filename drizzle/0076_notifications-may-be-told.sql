-- Whom the house tells something: whose account is active and not archived. The house lies below the rooms that own these tables.
create function may_be_told(person text) returns boolean language sql stable as $$
  select exists (select from profiles p where p.user_id = person and p.account_status = 'active')
    and not exists (select from archived_members a join "user" u on u.email_key = a.email_key where u.id = person)
$$;
