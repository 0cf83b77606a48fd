-- Hand-written: what the office does to products of the storefront is in the audit log.
select audit_table('product_edits', 'id');
