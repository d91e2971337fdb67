-- Derived from ../postgresql/0008_rehearsals.sql by scripts/generate.mjs; do not edit.
-- What other settings would have made of the recorded past.
CREATE TABLE "rehearsal" (
  "tenant" TEXT NOT NULL,
  "id" TEXT NOT NULL,
  "agent_id" TEXT,
  "status" TEXT NOT NULL,
  "since" DATETIME NOT NULL,
  "until" DATETIME NOT NULL,
  "days" INTEGER NOT NULL,
  "settings" TEXT NOT NULL,
  "today" TEXT NOT NULL,
  "progress" TEXT,
  "result" TEXT,
  "error" TEXT,
  "created_by" TEXT NOT NULL,
  "created_at" DATETIME NOT NULL,
  "ended_at" DATETIME,
  CONSTRAINT "rehearsal_pkey" PRIMARY KEY ("tenant", "id")
);

CREATE INDEX "rehearsal_tenant_created_at_id_idx" ON "rehearsal" ("tenant", "created_at", "id");
CREATE INDEX "rehearsal_tenant_status_created_at_idx" ON "rehearsal" ("tenant", "status", "created_at");
