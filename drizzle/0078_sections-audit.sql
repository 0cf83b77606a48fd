-- Hand-written: every save of a section of the pages is audited, also one that is published by itself.
select audit_table('content_versions', 'id', '{}', true);
