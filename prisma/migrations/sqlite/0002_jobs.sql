-- Background jobs, in whatever state, and when each agent's daily jobs were last enqueued.

CREATE TABLE "job" (
  "tenant" TEXT NOT NULL,
  "id" TEXT NOT NULL,
  "kind" TEXT NOT NULL,
  "key" TEXT NOT NULL,
  "agent_id" TEXT NOT NULL,
  "skill_id" TEXT,
  "items" TEXT NOT NULL,
  "status" TEXT NOT NULL,
  "attempts" INTEGER NOT NULL,
  "last_error" TEXT,
  "run_at" DATETIME NOT NULL,
  "owner" TEXT,
  "lease_until" DATETIME,
  "created_at" DATETIME NOT NULL,
  "updated_at" DATETIME NOT NULL,
  CONSTRAINT "job_pkey" PRIMARY KEY ("tenant", "id")
);
CREATE UNIQUE INDEX "job_pending_key" ON "job" ("tenant", "key") WHERE "status" = 'pending';
CREATE UNIQUE INDEX "job_running_key" ON "job" ("tenant", "key") WHERE "status" = 'running';
CREATE INDEX "job_done_key" ON "job" ("tenant", "key") WHERE "status" = 'done';
CREATE INDEX "job_due_idx" ON "job" ("run_at") WHERE "status" = 'pending';
CREATE INDEX "job_lease_idx" ON "job" ("lease_until") WHERE "status" = 'running';
CREATE INDEX "job_tenant_status_updated_at_idx" ON "job" ("tenant", "status", "updated_at");

CREATE TABLE "agent_upkeep" (
  "tenant" TEXT NOT NULL,
  "agent_id" TEXT NOT NULL,
  "last_at" DATETIME NOT NULL,
  CONSTRAINT "agent_upkeep_pkey" PRIMARY KEY ("tenant", "agent_id")
);
CREATE INDEX "agent_upkeep_last_at_idx" ON "agent_upkeep" ("last_at");
