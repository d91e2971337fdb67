-- What should become of memories that repeat, contradict or are never used; and what that is read from.
ALTER TABLE "memory" ADD COLUMN "last_recalled_at" TIMESTAMP(3);
ALTER TABLE "memory" ADD COLUMN "undecided_with" TEXT;

-- What was released before this was kept may have been reconciled or not: a look at each tells.
UPDATE "memory" SET "undecided_with" = "similar_id" WHERE "status" = 'active' AND "similar_id" IS NOT NULL;

CREATE TABLE "memory_suggestion" (
  "tenant" TEXT NOT NULL,
  "id" TEXT NOT NULL,
  "agent_id" TEXT NOT NULL,
  "user_id" TEXT,
  "memory_id" TEXT NOT NULL,
  "other_id" TEXT,
  "kind" TEXT NOT NULL,
  "status" TEXT NOT NULL,
  "found_at" TIMESTAMP(3) NOT NULL,
  "decided_at" TIMESTAMP(3),
  CONSTRAINT "memory_suggestion_pkey" PRIMARY KEY ("tenant", "id"),
  CONSTRAINT "memory_suggestion_tenant_memory_id_fkey" FOREIGN KEY ("tenant", "memory_id")
    REFERENCES "memory" ("tenant", "id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "memory_suggestion_tenant_agent_id_status_found_at_id_idx"
  ON "memory_suggestion" ("tenant", "agent_id", "status", "found_at", "id");
CREATE INDEX "memory_suggestion_tenant_status_found_at_id_idx"
  ON "memory_suggestion" ("tenant", "status", "found_at", "id");
CREATE INDEX "memory_suggestion_tenant_memory_id_idx" ON "memory_suggestion" ("tenant", "memory_id");

CREATE TABLE "memory_hygiene_week" (
  "tenant" TEXT NOT NULL,
  "agent_id" TEXT NOT NULL,
  "week" TEXT NOT NULL,
  "active" INTEGER NOT NULL,
  "clean" INTEGER NOT NULL,
  "checked_at" TIMESTAMP(3) NOT NULL,
  CONSTRAINT "memory_hygiene_week_pkey" PRIMARY KEY ("tenant", "agent_id", "week")
);

CREATE TABLE "recall_reading" (
  "tenant" TEXT NOT NULL,
  "read_at" TIMESTAMP(3) NOT NULL,
  "recall_id" TEXT NOT NULL,
  CONSTRAINT "recall_reading_pkey" PRIMARY KEY ("tenant")
);

CREATE TABLE "last_recall" (
  "tenant" TEXT NOT NULL,
  "agent_id" TEXT NOT NULL,
  "at" TIMESTAMP(3) NOT NULL,
  CONSTRAINT "last_recall_pkey" PRIMARY KEY ("tenant", "agent_id")
);
