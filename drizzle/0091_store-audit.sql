-- Hand-written: what staff set for products of the store is audited.
select audit_table('product_access_requirements', 'id');
