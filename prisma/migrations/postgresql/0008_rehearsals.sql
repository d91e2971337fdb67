-- What other settings would have made of the recorded past.
CREATE TABLE "rehearsal" (
  "tenant" TEXT NOT NULL,
  "id" TEXT NOT NULL,
  "agent_id" TEXT,
  "status" TEXT NOT NULL,
  "since" TIMESTAMP(3) NOT NULL,
  "until" TIMESTAMP(3) NOT NULL,
  "days" INTEGER NOT NULL,
  "settings" TEXT NOT NULL,
  "today" TEXT NOT NULL,
  "progress" TEXT,
  "result" TEXT,
  "error" TEXT,
  "created_by" TEXT NOT NULL,
  "created_at" TIMESTAMP(3) NOT NULL,
  "ended_at" TIMESTAMP(3),
  CONSTRAINT "rehearsal_pkey" PRIMARY KEY ("tenant", "id")
);

CREATE INDEX "rehearsal_tenant_created_at_id_idx" ON "rehearsal" ("tenant", "created_at", "id");
CREATE INDEX "rehearsal_tenant_status_created_at_idx" ON "rehearsal" ("tenant", "status", "created_at");
