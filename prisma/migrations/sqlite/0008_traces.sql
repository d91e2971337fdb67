-- What is known of traces whose spans are still arriving.

CREATE TABLE "episode_trace" (
  "tenant" TEXT NOT NULL,
  "trace_id" TEXT NOT NULL,
  "episode_id" TEXT,
  "user_id" TEXT,
  "revision" INTEGER NOT NULL,
  "state" TEXT NOT NULL,
  "created_at" DATETIME NOT NULL,
  CONSTRAINT "episode_trace_pkey" PRIMARY KEY ("tenant", "trace_id")
);
CREATE INDEX "episode_trace_tenant_episode_id_idx" ON "episode_trace" ("tenant", "episode_id");
CREATE INDEX "episode_trace_tenant_user_id_idx" ON "episode_trace" ("tenant", "user_id");
CREATE INDEX "episode_trace_tenant_created_at_idx" ON "episode_trace" ("tenant", "created_at");
