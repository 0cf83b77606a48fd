-- Hand-written: whom somebody brought is named after them, and that name is erased with them. The log keeps it no more.
drop trigger audit_check_ins on check_ins;
--> statement-breakpoint
select audit_table('check_ins', 'id', array['guest_name', 'notes']);
