-- Episodes of one outcome, newest first: without it a list of the few failures reads all of the tenant's episodes.
CREATE INDEX "episode_tenant_outcome_created_at_id_idx" ON "episode" ("tenant", "outcome", "created_at", "id");
