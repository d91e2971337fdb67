-- A tenant's own values of approval, recall and canary settings: each change is a version, the highest one holds.
CREATE TABLE "policy_version" (
  "tenant" TEXT NOT NULL,
  "version" INTEGER NOT NULL,
  "settings" TEXT NOT NULL,
  "changed_by" TEXT NOT NULL,
  "changed_at" TIMESTAMP(3) NOT NULL,
  CONSTRAINT "policy_version_pkey" PRIMARY KEY ("tenant", "version")
);

-- The last measurement of a skill: the share of sessions that go without it, and from when until when.
ALTER TABLE "skill" ADD COLUMN "measured_share" DOUBLE PRECISION;
ALTER TABLE "skill" ADD COLUMN "measured_from" TIMESTAMP(3);
ALTER TABLE "skill" ADD COLUMN "measured_until" TIMESTAMP(3);
