ALTER TABLE "event_registrations" DROP CONSTRAINT "event_registrations_attended";--> statement-breakpoint
ALTER TABLE "point_transactions" DROP CONSTRAINT "point_transactions_type";--> statement-breakpoint
ALTER TABLE "point_transactions" DROP CONSTRAINT "point_transactions_amount";--> statement-breakpoint
DROP INDEX "check_ins_scan";--> statement-breakpoint
ALTER TABLE "event_registrations" ADD COLUMN "is_attended_by_scan" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "check_ins_scan_id_index" ON "check_ins" USING btree ("scan_id");--> statement-breakpoint
CREATE UNIQUE INDEX "check_ins_scan" ON "check_ins" USING btree ("scan_id") WHERE "check_ins"."user_id" is not null or "check_ins"."pass_id" is not null;--> statement-breakpoint
ALTER TABLE "event_registrations" ADD CONSTRAINT "event_registrations_attended" CHECK (("event_registrations"."status" = 'attended') = ("event_registrations"."attended_at" is not null) and ("event_registrations"."status" = 'attended' or not "event_registrations"."is_attended_by_scan"));--> statement-breakpoint
ALTER TABLE "point_transactions" ADD CONSTRAINT "point_transactions_type" CHECK ("point_transactions"."type" in ('earned', 'bonus', 'spent', 'returned', 'taken_back'));--> statement-breakpoint
ALTER TABLE "point_transactions" ADD CONSTRAINT "point_transactions_amount" CHECK ("point_transactions"."amount" <> 0 and ("point_transactions"."type" in ('spent', 'taken_back')) = ("point_transactions"."amount" < 0));--> statement-breakpoint
-- Hand-written
-- What is taken back never came: it counts among all that ever came no more.
create or replace function move_points(person text, move_type text, moved integer, words text, cause text, at timestamptz)
returns boolean language plpgsql as $$
declare present integer;
begin
  insert into user_points (user_id, created_at) values (person, at) on conflict (user_id) do nothing;
  perform from user_points p where p.user_id = person for no key update;
  if exists (select from point_transactions t where t.ref = cause) then return false; end if;
  update user_points p set total_points = p.total_points + moved,
      lifetime_points = p.lifetime_points + case when move_type in ('earned', 'bonus', 'taken_back') then moved else 0 end
    where p.user_id = person returning p.total_points into present;
  insert into point_transactions (user_id, type, amount, total_after, description, ref, created_at)
    values (person, move_type, moved, present, words, cause, at);
  return true;
end $$;
