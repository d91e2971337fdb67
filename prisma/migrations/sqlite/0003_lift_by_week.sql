-- Derived from ../postgresql/0003_lift_by_week.sql by scripts/generate.mjs; do not edit.
-- What the two groups of the holdout earned in each week, so that the lift can be shown over time.
CREATE TABLE "lift_week" (
  "tenant" TEXT NOT NULL,
  "week" TEXT NOT NULL,
  "agent_id" TEXT NOT NULL,
  "treated_evidence" REAL NOT NULL,
  "treated_reward" REAL NOT NULL,
  "holdout_evidence" REAL NOT NULL,
  "holdout_reward" REAL NOT NULL,
  CONSTRAINT "lift_week_pkey" PRIMARY KEY ("tenant", "week", "agent_id")
);

CREATE INDEX "bullet_tenant_helpful_idx" ON "bullet" ("tenant", "helpful");
