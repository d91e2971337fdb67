-- The latest runs of a skill are found without looking at all of them: ids are in order of time.

DROP INDEX "episode_credit_tenant_skill_id_idx";
CREATE INDEX "episode_credit_tenant_skill_id_episode_id_idx" ON "episode_credit" ("tenant", "skill_id", "episode_id");
