set constraints all immediate;
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "lost_pence" integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
-- Hand-written: what banks decided before this release is known from their disputes.
update orders o set lost_pence = least(o.amount_pence, l.pence)
from (select d.order_id, -sum(e.amount_pence)::integer as pence from disputes d
  join ledger_entries e on e.external_ref in ('dispute:' || d.id, 'dispute-won:' || d.id)
  where d.status = 'lost' group by 1) l
where l.order_id = o.id and l.pence > 0;
