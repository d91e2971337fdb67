-- A text has a vector in each of two spaces while the model changes: the one before is served until all have the new one.
-- PostgreSQL only
ALTER TABLE "embedding" DROP CONSTRAINT "embedding_pkey";
ALTER TABLE "embedding" ADD CONSTRAINT "embedding_pkey" PRIMARY KEY ("tenant", "noun", "owner_id", "model");
-- end

-- SQLite only
-- CREATE TABLE "embedding_by_space" (
--   "tenant" TEXT NOT NULL,
--   "noun" TEXT NOT NULL,
--   "owner_id" TEXT NOT NULL,
--   "agent_id" TEXT NOT NULL,
--   "model" TEXT NOT NULL,
--   "dimensions" INTEGER NOT NULL,
--   "digest" TEXT NOT NULL,
--   "vector" BYTEA NOT NULL,
--   "created_at" TIMESTAMP(3) NOT NULL,
--   CONSTRAINT "embedding_pkey" PRIMARY KEY ("tenant", "noun", "owner_id", "model")
-- );
-- INSERT INTO "embedding_by_space" SELECT
--   "tenant", "noun", "owner_id", "agent_id", "model", "dimensions", "digest", "vector", "created_at" FROM "embedding";
-- DROP TABLE "embedding";
-- ALTER TABLE "embedding_by_space" RENAME TO "embedding";
-- CREATE INDEX "embedding_tenant_agent_id_noun_idx" ON "embedding" ("tenant", "agent_id", "noun");
-- end
