-- Hand-written: the token ledger is append-only.

create trigger token_transactions_append_only before update or delete on token_transactions for each row execute function append_only();
--> statement-breakpoint
select audit_table('tokens', 'id');
