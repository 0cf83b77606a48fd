-- Hand-written: the money ledger is append-only; what staff do to orders and refunds is audited.

create trigger ledger_entries_append_only before update or delete on ledger_entries for each row execute function append_only();
--> statement-breakpoint
select audit_table('refunds', 'id');
