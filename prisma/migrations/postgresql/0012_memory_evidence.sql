-- What each memory rests on: the runs that taught it, and who said it through the interface.
ALTER TABLE "memory" ADD COLUMN "evidence_kept" BOOLEAN NOT NULL DEFAULT false;

CREATE TABLE "memory_evidence" (
  "tenant" TEXT NOT NULL,
  "memory_id" TEXT NOT NULL,
  "source" TEXT NOT NULL,
  "said_by" TEXT NOT NULL,
  "session_id" TEXT,
  "user_id" TEXT,
  "via" TEXT,
  "at" TIMESTAMP(3) NOT NULL,
  CONSTRAINT "memory_evidence_pkey" PRIMARY KEY ("tenant", "memory_id", "source"),
  CONSTRAINT "memory_evidence_tenant_memory_id_fkey" FOREIGN KEY ("tenant", "memory_id")
    REFERENCES "memory" ("tenant", "id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "memory_evidence_tenant_user_id_idx" ON "memory_evidence" ("tenant", "user_id");
