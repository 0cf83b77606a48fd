-- Hand-written: the picture of an application goes with its erased host, so neither it nor its words stand in the audit log.
set constraints all immediate;
--> statement-breakpoint
drop trigger audit_events on events;
--> statement-breakpoint
select audit_table('events', 'id', array['application_notes', 'rejection_reason', 'cancel_reason', 'image', 'image_alt']);
