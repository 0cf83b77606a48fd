-- Hand-written: the role that serves requests may do its work and nothing else. It cannot rewrite ledgers, votes or the audit log.

grant usage on schema public to exchange_app;
--> statement-breakpoint
grant select, insert, update, delete on all tables in schema public to exchange_app;
--> statement-breakpoint
grant usage on all sequences in schema public to exchange_app;
--> statement-breakpoint
alter default privileges in schema public grant select, insert, update, delete on tables to exchange_app;
--> statement-breakpoint
alter default privileges in schema public grant usage on sequences to exchange_app;
--> statement-breakpoint
revoke insert, update, delete on audit_log, audit_head from exchange_app;
--> statement-breakpoint
revoke update, delete on token_transactions from exchange_app;
--> statement-breakpoint
revoke update, delete on ledger_entries from exchange_app;
--> statement-breakpoint
revoke update, delete on committee_votes from exchange_app;
--> statement-breakpoint
revoke update on code_acceptances from exchange_app;
--> statement-breakpoint
revoke update, delete on market_scans from exchange_app;
