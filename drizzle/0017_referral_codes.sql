-- The first 8 characters of an id (decision 18) are 32 bits: among 40,000 people two are alike once in six houses, and the
-- second of them could not sign up. Such a code takes as many more characters of the id as it needs.
create or replace function make_profile() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  for code_length in 8..length(new.id) loop
    insert into profiles (user_id, first_name, last_name, phone, referral_code)
      values (new.id, new.first_name, new.last_name, new.phone, upper(left(new.id, code_length)))
      on conflict (referral_code) do nothing;
    if found then return null; end if;
  end loop;
  raise exception 'no referral code for %', new.id using errcode = '23505', constraint = 'profiles_referral_code';
end $$;
