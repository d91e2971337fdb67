-- Finding words in the two tables that grow with use, the audit log and the episodes: the words of a row are
-- INDEXED_ENTRY and INDEXED_TASK of server/platform/db/search-text.ts. On SQLite the index is a narrow copy that is
-- read from end to end; on PostgreSQL it knows every three letters.
CREATE INDEX "audit_entry_tenant_actor_at_idx" ON "audit_entry" ("tenant", "actor", "at");

-- SQLite only
-- CREATE INDEX "audit_entry_words_idx" ON "audit_entry"
--   ("tenant", "at", "id", LOWER("action" || ' ' || "actor" || ' ' || "resource" || ' ' || "details"));
-- CREATE INDEX "episode_words_idx" ON "episode" ("tenant", "id", LOWER(SUBSTR("task", 1, 300)));
-- end
-- PostgreSQL only
-- pg_trgm comes with PostgreSQL, and whoever may create schemas may install it. Where it is refused, or installed out
-- of reach, searches read whole tables and find the same.
DO $$
BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
  CREATE INDEX "audit_entry_words_idx" ON "audit_entry" USING gin
    (LOWER("action" || ' ' || "actor" || ' ' || "resource" || ' ' || "details") gin_trgm_ops);
  CREATE INDEX "episode_words_idx" ON "episode" USING gin (LOWER(SUBSTR("task", 1, 300)) gin_trgm_ops);
EXCEPTION
  WHEN insufficient_privilege OR feature_not_supported OR undefined_file OR undefined_object THEN
    RAISE WARNING 'searches are slow without the extension pg_trgm: %', SQLERRM;
END $$;
-- end
