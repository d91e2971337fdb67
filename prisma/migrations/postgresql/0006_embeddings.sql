-- The vectors of skills and memories: at most one of each, of its present text.

CREATE TABLE "embedding" (
  "tenant" TEXT NOT NULL,
  "noun" TEXT NOT NULL,
  "owner_id" TEXT NOT NULL,
  "agent_id" TEXT NOT NULL,
  "model" TEXT NOT NULL,
  "dimensions" INTEGER NOT NULL,
  "digest" TEXT NOT NULL,
  "vector" BYTEA NOT NULL,
  "created_at" TIMESTAMP(3) NOT NULL,
  CONSTRAINT "embedding_pkey" PRIMARY KEY ("tenant", "noun", "owner_id")
);
CREATE INDEX "embedding_tenant_agent_id_noun_idx" ON "embedding" ("tenant", "agent_id", "noun");
