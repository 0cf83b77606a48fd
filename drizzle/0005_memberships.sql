-- Hand-written: what staff do to referrals is audited (tiers and memberships are already).

select audit_table('referrals', 'id', array['referred_email']);
