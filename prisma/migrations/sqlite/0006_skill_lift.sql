-- Derived from ../postgresql/0006_skill_lift.sql by scripts/generate.mjs; do not edit.
-- What each skill is worth, measured by sessions from which it is held back.
ALTER TABLE "episode" ADD COLUMN "holdback" TEXT;

CREATE TABLE "skill_lift" (
  "tenant" TEXT NOT NULL,
  "skill_id" TEXT NOT NULL,
  "sums" TEXT NOT NULL,
  CONSTRAINT "skill_lift_pkey" PRIMARY KEY ("tenant", "skill_id")
);

CREATE TABLE "skill_lift_unit" (
  "tenant" TEXT NOT NULL,
  "skill_id" TEXT NOT NULL,
  "unit" TEXT NOT NULL,
  "sums" TEXT NOT NULL,
  "updated_at" DATETIME NOT NULL,
  CONSTRAINT "skill_lift_unit_pkey" PRIMARY KEY ("tenant", "skill_id", "unit")
);

CREATE INDEX "skill_lift_unit_tenant_updated_at_idx" ON "skill_lift_unit" ("tenant", "updated_at");
