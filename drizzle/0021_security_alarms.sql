CREATE TABLE "security_alarms" (
	"rule" text PRIMARY KEY NOT NULL,
	"sent_at" timestamp with time zone NOT NULL,
	CONSTRAINT "security_alarms_rule" CHECK ("security_alarms"."rule" in ('lockedAgain', 'manyAccounts', 'wrongSignatures', 'chainBroken', 'adminMade'))
);
