-- Derived from ../postgresql/0005_search.sql by scripts/generate.mjs; do not edit.
-- Finding words in the two tables that grow with use, the audit log and the episodes: the words of a row are
-- INDEXED_ENTRY and INDEXED_TASK of server/platform/db/search-text.ts. On SQLite the index is a narrow copy that is
-- read from end to end; on PostgreSQL it knows every three letters.
CREATE INDEX "audit_entry_tenant_actor_at_idx" ON "audit_entry" ("tenant", "actor", "at");

CREATE INDEX "audit_entry_words_idx" ON "audit_entry"
  ("tenant", "at", "id", LOWER("action" || ' ' || "actor" || ' ' || "resource" || ' ' || "details"));
CREATE INDEX "episode_words_idx" ON "episode" ("tenant", "id", LOWER(SUBSTR("task", 1, 300)));
