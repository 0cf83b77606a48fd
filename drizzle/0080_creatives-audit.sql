-- Hand-written: when the office takes a creative profile down, that is audited, without what it says.
select audit_table('creative_profiles', 'user_id', array['slug', 'role', 'specialty', 'bio', 'portfolio_links', 'picture']);
