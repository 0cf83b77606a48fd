-- Hand-written: what staff change on the public pages is audited.

select audit_table('landing_features', 'id', '{}', true);
--> statement-breakpoint
select audit_table('our_spaces', 'id', '{}', true);
--> statement-breakpoint
select audit_table('homepage_content', 'section_key', '{}', true);
--> statement-breakpoint
select audit_table('site_images', 'file_id');
--> statement-breakpoint
select audit_table('contact_inquiries', 'id', array['name', 'email', 'phone', 'message']);
