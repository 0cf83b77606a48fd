-- Codes of guests’ passes have none but the characters that the door takes. Of a demonstration of before some had an L or a U: they
-- become a 1 and a 0, which no such code had, so that each stays nobody else’s.
set constraints all immediate;
--> statement-breakpoint
update guest_passes set pass_code = translate(pass_code, 'LU', '10') where pass_code ~ '[LU]';
--> statement-breakpoint
ALTER TABLE "guest_passes" ADD CONSTRAINT "guest_passes_typed" CHECK ("guest_passes"."pass_code" ~ '^[0123456789ABCDEFGHJKMNPQRSTVWXYZ]{8}$');