-- The agents that a key may act for, as JSON.
ALTER TABLE "api_key" ADD COLUMN "agents" TEXT;

-- What each agent's runs say of a shared skill: `skill` has the sums of all of them.
CREATE TABLE "shared_skill_use" (
  "tenant" TEXT NOT NULL,
  "skill_id" TEXT NOT NULL,
  "agent_id" TEXT NOT NULL,
  "uses" INTEGER NOT NULL,
  "evidence" DOUBLE PRECISION NOT NULL,
  "reward" DOUBLE PRECISION NOT NULL,
  CONSTRAINT "shared_skill_use_pkey" PRIMARY KEY ("tenant", "skill_id", "agent_id"),
  CONSTRAINT "shared_skill_use_tenant_skill_id_fkey" FOREIGN KEY ("tenant", "skill_id")
    REFERENCES "skill" ("tenant", "id") ON DELETE CASCADE ON UPDATE CASCADE
);
-- Of runs that were purged nobody knows the agent any more.
INSERT INTO "shared_skill_use" ("tenant", "skill_id", "agent_id", "uses", "evidence", "reward")
SELECT c."tenant", c."skill_id", e."agent_id", COUNT(*), COALESCE(SUM(e."reward_strength"), 0),
  COALESCE(SUM(e."reward_strength" * e."reward"), 0)
FROM "episode_credit" c
JOIN "skill" s ON s."tenant" = c."tenant" AND s."id" = c."skill_id" AND s."agent_id" = '*'
JOIN "episode" e ON e."tenant" = c."tenant" AND e."id" = c."episode_id"
GROUP BY c."tenant", c."skill_id", e."agent_id";

-- An idempotency key belongs to one agent. On PostgreSQL all keys are in the table of keys from now on, those of before it too.
-- SQLite only
-- DROP VIEW "episode_of_key";
-- CREATE VIEW "episode_of_key" AS
--   SELECT "tenant", "idempotency_key", "id" AS "episode_id", "agent_id" FROM "episode" WHERE "idempotency_key" IS NOT NULL;
-- DROP INDEX "episode_tenant_idempotency_key_key";
-- CREATE UNIQUE INDEX "episode_tenant_idempotency_key_agent_id_key" ON "episode" ("tenant", "idempotency_key", "agent_id")
--   WHERE "idempotency_key" IS NOT NULL;
-- end
-- PostgreSQL only
-- Runs wait before they claim a key, so that none does so by the function of before.
LOCK TABLE "episode" IN SHARE ROW EXCLUSIVE MODE;
ALTER TABLE "episode_key" ADD COLUMN "agent_id" TEXT;
UPDATE "episode_key" k SET "agent_id" = e."agent_id" FROM "episode" e
WHERE e."tenant" = k."tenant" AND e."id" = k."episode_id";
-- Keys of runs that are gone are free.
DELETE FROM "episode_key" WHERE "agent_id" IS NULL;
INSERT INTO "episode_key" ("tenant", "idempotency_key", "episode_id", "agent_id")
SELECT "tenant", "idempotency_key", "id", "agent_id" FROM "episode" WHERE "idempotency_key" IS NOT NULL
ON CONFLICT DO NOTHING;
ALTER TABLE "episode_key" ALTER COLUMN "agent_id" SET NOT NULL;
ALTER TABLE "episode_key" DROP CONSTRAINT "episode_key_pkey";
ALTER TABLE "episode_key" ADD CONSTRAINT "episode_key_pkey" PRIMARY KEY ("tenant", "idempotency_key", "agent_id");

DROP VIEW "episode_of_key";
DROP VIEW "episode_from_before_keys";
CREATE VIEW "episode_of_key" AS SELECT "tenant", "idempotency_key", "episode_id", "agent_id" FROM "episode_key";

CREATE OR REPLACE FUNCTION claim_episode_key() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO episode_key (tenant, idempotency_key, episode_id, agent_id)
  VALUES (NEW.tenant, NEW.idempotency_key, NEW.id, NEW.agent_id) ON CONFLICT DO NOTHING;
  IF FOUND THEN
    RETURN NEW;
  END IF;
  RETURN NULL;
END;
$$;

-- The second name is that of a table which became a partition.
DROP INDEX IF EXISTS "episode_tenant_idempotency_key_key";
DROP INDEX IF EXISTS "episode_tenant_idempotency_key_key_past";
-- end
