-- What comes in one form only has no option: of what is kept the storefront's own name for it goes as well.
set constraints all immediate;
--> statement-breakpoint
update shop_cart_lines set seen = jsonb_set(seen, '{selectedOptions}', '[]')
where seen->'selectedOptions' = '[{"name": "Title", "value": "Default Title"}]';
--> statement-breakpoint
update shopify_orders set order_items = (
  select jsonb_agg(case when item->'selectedOptions' = '[{"name": "Title", "value": "Default Title"}]'
    then jsonb_set(item, '{selectedOptions}', '[]') else item end order by place)
  from jsonb_array_elements(order_items) with ordinality as items (item, place)
) where order_items @> '[{"selectedOptions": [{"name": "Title", "value": "Default Title"}]}]';
