-- Counts of each kind stop at 10,001 rows: by an index, which does not read the rows of other kinds.
CREATE INDEX "skill_tenant_status_idx" ON "skill" ("tenant", "status");
CREATE INDEX "memory_suggestion_tenant_status_kind_idx" ON "memory_suggestion" ("tenant", "status", "kind");
