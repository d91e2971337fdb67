-- A recall is credited once, and the session is the unit of what is measured. The version before this one goes on under
-- it: what it records has no mark of credit, and no part in the sums of sessions.
ALTER TABLE "recall" ADD COLUMN "credited_by" TEXT;

ALTER TABLE "episode" ADD COLUMN "credited" BOOLEAN;
ALTER TABLE "episode" ADD COLUMN "credit_reason" TEXT;
ALTER TABLE "episode" ADD COLUMN "lift_unit" TEXT;

ALTER TABLE "experiment" ADD COLUMN "sessions" TEXT;
ALTER TABLE "experiment_assignment" ADD COLUMN "measures" TEXT;

ALTER TABLE "agent_totals" ADD COLUMN "treated_sessions" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "agent_totals" ADD COLUMN "treated_means" DOUBLE PRECISION NOT NULL DEFAULT 0;
ALTER TABLE "agent_totals" ADD COLUMN "treated_squares" DOUBLE PRECISION NOT NULL DEFAULT 0;
ALTER TABLE "agent_totals" ADD COLUMN "holdout_sessions" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "agent_totals" ADD COLUMN "holdout_means" DOUBLE PRECISION NOT NULL DEFAULT 0;
ALTER TABLE "agent_totals" ADD COLUMN "holdout_squares" DOUBLE PRECISION NOT NULL DEFAULT 0;

ALTER TABLE "lift_week" ADD COLUMN "treated_sessions" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "lift_week" ADD COLUMN "treated_means" DOUBLE PRECISION NOT NULL DEFAULT 0;
ALTER TABLE "lift_week" ADD COLUMN "treated_squares" DOUBLE PRECISION NOT NULL DEFAULT 0;
ALTER TABLE "lift_week" ADD COLUMN "holdout_sessions" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "lift_week" ADD COLUMN "holdout_means" DOUBLE PRECISION NOT NULL DEFAULT 0;
ALTER TABLE "lift_week" ADD COLUMN "holdout_squares" DOUBLE PRECISION NOT NULL DEFAULT 0;

CREATE TABLE "lift_unit" (
  "tenant" TEXT NOT NULL,
  "agent_id" TEXT NOT NULL,
  "unit" TEXT NOT NULL,
  "week" TEXT NOT NULL,
  "lift_group" TEXT NOT NULL,
  "evidence" DOUBLE PRECISION NOT NULL,
  "reward" DOUBLE PRECISION NOT NULL,
  "updated_at" TIMESTAMP(3) NOT NULL,
  CONSTRAINT "lift_unit_pkey" PRIMARY KEY ("tenant", "agent_id", "unit")
);

CREATE INDEX "lift_unit_tenant_updated_at_idx" ON "lift_unit" ("tenant", "updated_at");
