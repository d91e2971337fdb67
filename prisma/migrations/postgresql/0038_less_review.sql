-- Nothing reads the past runs of a changeset, its assignment and the mentions in comments any more.
-- The version before reads them: it must be stopped before this one starts.
DROP TABLE "past_runs";
DELETE FROM "job" WHERE "kind" = 'past_runs';

DROP TABLE "mention";
DROP INDEX "changeset_tenant_assignee_status_idx";
ALTER TABLE "changeset" DROP COLUMN "assignee";
ALTER TABLE "changeset" DROP COLUMN "assigned_by";
ALTER TABLE "changeset" DROP COLUMN "assigned_at";
ALTER TABLE "person" DROP COLUMN "reviews";

-- No webhook is told of these events any more. In the list of a webhook they stand before or after another one, or alone.
DELETE FROM "webhook_delivery" WHERE "event" IN ('changeset.assigned', 'changeset.mentioned');
UPDATE "webhook" SET "events" = replace(replace(replace(replace(replace(replace("events",
  '"changeset.assigned",', ''), ',"changeset.assigned"', ''), '"changeset.assigned"', ''),
  '"changeset.mentioned",', ''), ',"changeset.mentioned"', ''), '"changeset.mentioned"', '')
  WHERE "events" LIKE '%"changeset.assigned"%' OR "events" LIKE '%"changeset.mentioned"%';
