-- Which tools of an agent are trusted, in lists that people keep.
CREATE TABLE "agent_sources" (
  "tenant" TEXT NOT NULL,
  "agent_id" TEXT NOT NULL,
  "trusted" TEXT NOT NULL,
  "untrusted" TEXT NOT NULL,
  "updated_at" TIMESTAMP(3) NOT NULL,
  CONSTRAINT "agent_sources_pkey" PRIMARY KEY ("tenant", "agent_id")
);

-- The tools that an agent's runs called, with the number of runs.
CREATE TABLE "tool_seen" (
  "tenant" TEXT NOT NULL,
  "agent_id" TEXT NOT NULL,
  "name" TEXT NOT NULL,
  "runs" INTEGER NOT NULL,
  CONSTRAINT "tool_seen_pkey" PRIMARY KEY ("tenant", "agent_id", "name")
);

-- The untrusted sources that a change rests on, and why it waits for a person.
ALTER TABLE "changeset" ADD COLUMN "sources" TEXT;
ALTER TABLE "changeset" ADD COLUMN "because" TEXT;

-- The first and the last user of an agent, to tell whether it has several.
CREATE INDEX "episode_tenant_agent_id_user_id_idx" ON "episode" ("tenant", "agent_id", "user_id");

-- What was learned before sources were recorded: it waits for a person, and stands in no prompt whose answer policy may approve.
UPDATE "changeset" SET
  "sources" = '[{"kind":"marked","name":"earlier-version","runs":1}]',
  "because" = '["learned from a text marked as untrusted (earlier-version)"]'
WHERE "human_authored" = FALSE AND "status" IN ('pending', 'rejected', 'failed') AND "source" IN ('reflection', 'evolution');
