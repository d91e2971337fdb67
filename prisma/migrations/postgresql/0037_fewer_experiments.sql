-- Removes what nothing reads any more: the experiment on moments, guardrails and the course of canaries, the dates of
-- measurements.
-- The version before must be stopped: it writes these columns.
DROP TABLE "moment_lift";
DROP TABLE "moment_lift_unit";
ALTER TABLE "recall" DROP COLUMN "moment_draw";
ALTER TABLE "episode" DROP COLUMN "moment_part";

-- What was held back was not shown: without the column it would count as shown.
DELETE FROM "moment" WHERE "held_back";
ALTER TABLE "moment" DROP COLUMN "held_back";
ALTER TABLE "moment" DROP COLUMN "holdback_probability";

DROP TABLE "experiment_point";
ALTER TABLE "experiment" DROP COLUMN "guardrails";
ALTER TABLE "experiment" DROP COLUMN "measures";
ALTER TABLE "experiment" DROP COLUMN "sessions";
ALTER TABLE "experiment_assignment" DROP COLUMN "measures";

-- A measurement goes on until it is ended. Its dates are compared as texts in SQLite, which is right to the day.
UPDATE "skill" SET "measured_share" = NULL WHERE "measured_until" <= CURRENT_TIMESTAMP;
ALTER TABLE "skill" DROP COLUMN "measured_from";
ALTER TABLE "skill" DROP COLUMN "measured_until";
