-- When a rule applies; what was shown before a call of a tool.
ALTER TABLE "bullet" ADD COLUMN "trigger" TEXT;

CREATE TABLE "moment" (
  "tenant" TEXT NOT NULL,
  "id" TEXT NOT NULL,
  "recall_id" TEXT NOT NULL,
  "session_id" TEXT,
  "tool" TEXT NOT NULL,
  "rules" TEXT NOT NULL,
  "held_back" BOOLEAN NOT NULL,
  "holdback_probability" DOUBLE PRECISION NOT NULL,
  "created_at" TIMESTAMP(3) NOT NULL,
  CONSTRAINT "moment_pkey" PRIMARY KEY ("tenant", "id")
);
CREATE INDEX "moment_tenant_recall_id_idx" ON "moment" ("tenant", "recall_id");
CREATE INDEX "moment_tenant_created_at_idx" ON "moment" ("tenant", "created_at");
CREATE INDEX "moment_session_idx" ON "moment" ("tenant", "session_id", "created_at") WHERE "session_id" IS NOT NULL;
