-- What the operator allows a tenant, and the record of tenants that were deleted. Null is no limit.
CREATE TABLE "tenant_quota" (
  "tenant" TEXT NOT NULL,
  "episodes_per_day" INTEGER,
  "memories" INTEGER,
  "skills" INTEGER,
  "tokens_per_day" DOUBLE PRECISION,
  "changed_by" TEXT NOT NULL,
  "changed_at" TIMESTAMP(3) NOT NULL,
  CONSTRAINT "tenant_quota_pkey" PRIMARY KEY ("tenant")
);

CREATE TABLE "tenant_deletion" (
  "tenant" TEXT NOT NULL,
  "id" TEXT NOT NULL,
  "removed" TEXT NOT NULL,
  "requested_by" TEXT NOT NULL,
  "requested_at" TIMESTAMP(3) NOT NULL,
  "finished_at" TIMESTAMP(3),
  CONSTRAINT "tenant_deletion_pkey" PRIMARY KEY ("tenant", "id")
);
-- At most one deletion of a tenant is under way.
CREATE UNIQUE INDEX "tenant_deletion_open_idx" ON "tenant_deletion" ("tenant") WHERE "finished_at" IS NULL;

-- How many of an agent's episodes were recorded on the latest UTC day that had any; days since 1970.
ALTER TABLE "agent_totals" ADD COLUMN "day" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "agent_totals" ADD COLUMN "day_episodes" INTEGER NOT NULL DEFAULT 0;
