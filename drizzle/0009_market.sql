-- Hand-written: the log of scans is append-only; days, tickets and keys are audited.

create trigger market_scans_append_only before update or delete on market_scans for each row execute function append_only();
--> statement-breakpoint
select audit_table('market_days', 'id');
--> statement-breakpoint
select audit_table('market_visitor_tickets', 'id', array['guest_name', 'guest_email']);
--> statement-breakpoint
select audit_table('ticket_keys', 'id', array['private_key']);
