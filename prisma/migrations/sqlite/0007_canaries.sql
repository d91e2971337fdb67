-- Canaries: a change on trial beside the text in force. Of a skill at most one runs. What each arm was credited is summed here;
-- an assignment keeps what one session (or user, or recall) was given, with what chance, and what came of it; points are the
-- evidence as it stood at the end of each hour with credit. An approval remembers whether it waived the canary.

CREATE TABLE "experiment" (
  "tenant" TEXT NOT NULL,
  "id" TEXT NOT NULL,
  "agent_id" TEXT NOT NULL,
  "skill_id" TEXT NOT NULL,
  "changeset_id" TEXT NOT NULL,
  "status" TEXT NOT NULL,
  "rule" TEXT NOT NULL,
  "floor" REAL NOT NULL,
  "threshold" REAL NOT NULL,
  "min_samples" INTEGER NOT NULL,
  "max_samples" INTEGER NOT NULL,
  "boundary" REAL,
  "base_version" INTEGER NOT NULL,
  "candidate" TEXT NOT NULL,
  "incumbent_evidence" REAL NOT NULL,
  "incumbent_reward" REAL NOT NULL,
  "candidate_evidence" REAL NOT NULL,
  "candidate_reward" REAL NOT NULL,
  "credits" INTEGER NOT NULL,
  "looks" INTEGER NOT NULL,
  "started_at" DATETIME NOT NULL,
  "ended_at" DATETIME,
  "reason" TEXT,
  CONSTRAINT "experiment_pkey" PRIMARY KEY ("tenant", "id")
);
CREATE UNIQUE INDEX "experiment_running_skill" ON "experiment" ("tenant", "skill_id") WHERE "status" = 'running';
CREATE INDEX "experiment_tenant_agent_id_started_at_id_idx" ON "experiment" ("tenant", "agent_id", "started_at", "id");
CREATE INDEX "experiment_tenant_status_started_at_id_idx" ON "experiment" ("tenant", "status", "started_at", "id");
CREATE INDEX "experiment_tenant_changeset_id_idx" ON "experiment" ("tenant", "changeset_id");

CREATE TABLE "experiment_assignment" (
  "tenant" TEXT NOT NULL,
  "experiment_id" TEXT NOT NULL,
  "unit" TEXT NOT NULL,
  "arm" TEXT NOT NULL,
  "probability" REAL NOT NULL,
  "assigned_at" DATETIME NOT NULL,
  "evidence" REAL NOT NULL,
  "reward" REAL NOT NULL,
  "first_credit" INTEGER,
  "mixed" BOOLEAN NOT NULL,
  CONSTRAINT "experiment_assignment_pkey" PRIMARY KEY ("tenant", "experiment_id", "unit")
);

CREATE TABLE "experiment_point" (
  "tenant" TEXT NOT NULL,
  "experiment_id" TEXT NOT NULL,
  "at" DATETIME NOT NULL,
  "incumbent_evidence" REAL NOT NULL,
  "incumbent_reward" REAL NOT NULL,
  "candidate_evidence" REAL NOT NULL,
  "candidate_reward" REAL NOT NULL,
  CONSTRAINT "experiment_point_pkey" PRIMARY KEY ("tenant", "experiment_id", "at")
);

ALTER TABLE "episode_credit" ADD COLUMN "experiment_id" TEXT;
ALTER TABLE "episode_credit" ADD COLUMN "unit" TEXT;
CREATE INDEX "episode_credit_experiment_idx" ON "episode_credit" ("tenant", "experiment_id", "episode_id") WHERE "experiment_id" IS NOT NULL;

ALTER TABLE "changeset" ADD COLUMN "skip_canary" BOOLEAN NOT NULL DEFAULT false;
