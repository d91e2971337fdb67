-- Cleaning up suggests to merge memories that repeat another, and nothing else. What it kept to tell other memories, and to score
-- them, goes. The version before must not run on this database any more.
DELETE FROM "memory_suggestion" WHERE "kind" <> 'near_duplicate' OR "other_id" IS NULL;

-- PostgreSQL only
DROP INDEX "memory_suggestion_tenant_status_kind_idx";
ALTER TABLE "memory_suggestion" DROP COLUMN "kind";
ALTER TABLE "memory_suggestion" ALTER COLUMN "other_id" SET NOT NULL;
-- end

-- SQLite only
-- CREATE TABLE "memory_suggestion_of_repeats" (
--   "tenant" TEXT NOT NULL,
--   "id" TEXT NOT NULL,
--   "agent_id" TEXT NOT NULL,
--   "user_id" TEXT,
--   "memory_id" TEXT NOT NULL,
--   "other_id" TEXT NOT NULL,
--   "status" TEXT NOT NULL,
--   "found_at" TIMESTAMP(3) NOT NULL,
--   "decided_at" TIMESTAMP(3),
--   CONSTRAINT "memory_suggestion_pkey" PRIMARY KEY ("tenant", "id"),
--   CONSTRAINT "memory_suggestion_tenant_memory_id_fkey" FOREIGN KEY ("tenant", "memory_id")
--     REFERENCES "memory" ("tenant", "id") ON DELETE CASCADE ON UPDATE CASCADE
-- );
-- INSERT INTO "memory_suggestion_of_repeats" SELECT
--   "tenant", "id", "agent_id", "user_id", "memory_id", "other_id", "status", "found_at", "decided_at" FROM "memory_suggestion";
-- DROP TABLE "memory_suggestion";
-- ALTER TABLE "memory_suggestion_of_repeats" RENAME TO "memory_suggestion";
-- CREATE INDEX "memory_suggestion_tenant_agent_id_status_found_at_id_idx"
--   ON "memory_suggestion" ("tenant", "agent_id", "status", "found_at", "id");
-- CREATE INDEX "memory_suggestion_tenant_status_found_at_id_idx"
--   ON "memory_suggestion" ("tenant", "status", "found_at", "id");
-- CREATE INDEX "memory_suggestion_tenant_memory_id_idx" ON "memory_suggestion" ("tenant", "memory_id");
-- end

ALTER TABLE "memory" DROP COLUMN "last_recalled_at";
ALTER TABLE "memory" DROP COLUMN "undecided_with";

DROP TABLE "memory_hygiene_week";
DROP TABLE "recall_reading";
DROP TABLE "last_recall";
