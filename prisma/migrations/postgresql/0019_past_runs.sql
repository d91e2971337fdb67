-- The past runs that a pending changeset was tried on. No row: it was never tried.
CREATE TABLE "past_runs" (
  "tenant" TEXT NOT NULL,
  "changeset_id" TEXT NOT NULL,
  "round" INTEGER NOT NULL,
  "status" TEXT NOT NULL,
  "runs" TEXT NOT NULL,
  "error" TEXT,
  "computed_at" TIMESTAMP(3),
  CONSTRAINT "past_runs_pkey" PRIMARY KEY ("tenant", "changeset_id"),
  CONSTRAINT "past_runs_tenant_changeset_id_fkey" FOREIGN KEY ("tenant", "changeset_id")
    REFERENCES "changeset" ("tenant", "id") ON DELETE CASCADE ON UPDATE CASCADE
);
