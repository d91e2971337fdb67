-- The first schema: skills and their governance, recalls, episodes, memories, keys, audit and usage.

CREATE TABLE "skill" (
  "tenant" TEXT NOT NULL,
  "id" TEXT NOT NULL,
  "agent_id" TEXT NOT NULL,
  "name" TEXT NOT NULL,
  "description" TEXT NOT NULL,
  "version" INTEGER NOT NULL,
  "status" TEXT NOT NULL,
  "pinned" BOOLEAN NOT NULL,
  "tags" TEXT NOT NULL,
  "front_matter" TEXT,
  "uses" INTEGER NOT NULL,
  "evidence" REAL NOT NULL,
  "reward" REAL NOT NULL,
  "last_used_at" DATETIME,
  "created_at" DATETIME NOT NULL,
  "updated_at" DATETIME NOT NULL,
  CONSTRAINT "skill_pkey" PRIMARY KEY ("tenant", "id")
);
CREATE UNIQUE INDEX "skill_tenant_agent_id_name_key" ON "skill" ("tenant", "agent_id", "name");

CREATE TABLE "bullet" (
  "tenant" TEXT NOT NULL,
  "id" TEXT NOT NULL,
  "skill_id" TEXT NOT NULL,
  "position" INTEGER NOT NULL,
  "section" TEXT NOT NULL,
  "content" TEXT NOT NULL,
  "issue" TEXT NOT NULL,
  "keywords" TEXT NOT NULL,
  "helpful" INTEGER NOT NULL,
  "harmful" INTEGER NOT NULL,
  "neutral" INTEGER NOT NULL,
  "used" INTEGER NOT NULL,
  "status" TEXT NOT NULL,
  "sources" TEXT NOT NULL,
  "created_at" DATETIME NOT NULL,
  "updated_at" DATETIME NOT NULL,
  CONSTRAINT "bullet_pkey" PRIMARY KEY ("tenant", "id")
);
CREATE INDEX "bullet_tenant_skill_id_position_idx" ON "bullet" ("tenant", "skill_id", "position");

CREATE TABLE "skill_version" (
  "tenant" TEXT NOT NULL,
  "skill_id" TEXT NOT NULL,
  "version" INTEGER NOT NULL,
  "source" TEXT NOT NULL,
  "changeset_id" TEXT,
  "created_by" TEXT NOT NULL,
  "created_at" DATETIME NOT NULL,
  "description" TEXT NOT NULL,
  "tags" TEXT NOT NULL,
  "front_matter" TEXT,
  "bullets" TEXT NOT NULL,
  CONSTRAINT "skill_version_pkey" PRIMARY KEY ("tenant", "skill_id", "version")
);

CREATE TABLE "changeset" (
  "tenant" TEXT NOT NULL,
  "id" TEXT NOT NULL,
  "agent_id" TEXT NOT NULL,
  "status" TEXT NOT NULL,
  "ops" TEXT NOT NULL,
  "original_ops" TEXT,
  "rationale" TEXT NOT NULL,
  "source" TEXT NOT NULL,
  "human_authored" BOOLEAN NOT NULL,
  "proposed_by" TEXT NOT NULL,
  "risk" TEXT NOT NULL,
  "eval_score" REAL,
  "baseline_score" REAL,
  "safety_findings" TEXT NOT NULL,
  "episode_ids" TEXT NOT NULL,
  "base_versions" TEXT NOT NULL,
  "applied_versions" TEXT,
  "reviewer" TEXT,
  "review_comment" TEXT,
  "rejection_reason" TEXT,
  "created_at" DATETIME NOT NULL,
  "decided_at" DATETIME,
  CONSTRAINT "changeset_pkey" PRIMARY KEY ("tenant", "id")
);
CREATE INDEX "changeset_tenant_status_created_at_idx" ON "changeset" ("tenant", "status", "created_at");
CREATE INDEX "changeset_tenant_agent_id_status_created_at_idx" ON "changeset" ("tenant", "agent_id", "status", "created_at");

CREATE TABLE "changeset_target" (
  "tenant" TEXT NOT NULL,
  "skill_id" TEXT NOT NULL,
  "changeset_id" TEXT NOT NULL,
  CONSTRAINT "changeset_target_pkey" PRIMARY KEY ("tenant", "skill_id", "changeset_id")
);
CREATE INDEX "changeset_target_tenant_changeset_id_idx" ON "changeset_target" ("tenant", "changeset_id");

CREATE TABLE "knowledge_revision" (
  "tenant" TEXT NOT NULL,
  "agent_id" TEXT NOT NULL,
  "skills" INTEGER NOT NULL,
  "memories" INTEGER NOT NULL,
  CONSTRAINT "knowledge_revision_pkey" PRIMARY KEY ("tenant", "agent_id")
);

CREATE TABLE "recall" (
  "tenant" TEXT NOT NULL,
  "id" TEXT NOT NULL,
  "agent_id" TEXT NOT NULL,
  "user_id" TEXT,
  "session_id" TEXT,
  "query" TEXT NOT NULL,
  "holdout" BOOLEAN NOT NULL,
  "applied" BOOLEAN NOT NULL,
  "skills" TEXT NOT NULL,
  "memories" TEXT NOT NULL,
  "profile" TEXT,
  "created_at" DATETIME NOT NULL,
  CONSTRAINT "recall_pkey" PRIMARY KEY ("tenant", "id")
);
CREATE INDEX "recall_tenant_user_id_idx" ON "recall" ("tenant", "user_id");
CREATE INDEX "recall_tenant_created_at_idx" ON "recall" ("tenant", "created_at");

CREATE TABLE "episode" (
  "tenant" TEXT NOT NULL,
  "id" TEXT NOT NULL,
  "agent_id" TEXT NOT NULL,
  "user_id" TEXT,
  "session_id" TEXT,
  "recall_id" TEXT,
  "idempotency_key" TEXT,
  "task" TEXT,
  "messages" TEXT NOT NULL,
  "tool_calls" TEXT NOT NULL,
  "outcome" TEXT NOT NULL,
  "verification_passed" BOOLEAN,
  "verification_details" TEXT,
  "verification_source" TEXT,
  "error" TEXT,
  "duration_ms" REAL,
  "framework" TEXT,
  "skills_loaded" TEXT NOT NULL,
  "metadata" TEXT NOT NULL,
  "served" TEXT,
  "holdout" BOOLEAN,
  "lift_group" TEXT,
  "reward" REAL,
  "reward_strength" REAL,
  "reward_source" TEXT,
  "reflected" BOOLEAN NOT NULL,
  "reflect_attempts" INTEGER NOT NULL,
  "created_at" DATETIME NOT NULL,
  CONSTRAINT "episode_pkey" PRIMARY KEY ("tenant", "id")
);
CREATE UNIQUE INDEX "episode_tenant_idempotency_key_key" ON "episode" ("tenant", "idempotency_key");
CREATE INDEX "episode_tenant_agent_id_created_at_id_idx" ON "episode" ("tenant", "agent_id", "created_at", "id");
CREATE INDEX "episode_tenant_session_id_created_at_id_idx" ON "episode" ("tenant", "session_id", "created_at", "id");
CREATE INDEX "episode_tenant_user_id_idx" ON "episode" ("tenant", "user_id");
CREATE INDEX "episode_tenant_created_at_idx" ON "episode" ("tenant", "created_at");

CREATE TABLE "episode_credit" (
  "tenant" TEXT NOT NULL,
  "episode_id" TEXT NOT NULL,
  "skill_id" TEXT NOT NULL,
  "version" INTEGER NOT NULL,
  "arm" TEXT,
  CONSTRAINT "episode_credit_pkey" PRIMARY KEY ("tenant", "episode_id", "skill_id")
);
CREATE INDEX "episode_credit_tenant_skill_id_idx" ON "episode_credit" ("tenant", "skill_id");

CREATE TABLE "feedback" (
  "tenant" TEXT NOT NULL,
  "id" TEXT NOT NULL,
  "episode_id" TEXT NOT NULL,
  "score" REAL NOT NULL,
  "comment" TEXT,
  "correction" TEXT,
  "source" TEXT NOT NULL,
  "actor" TEXT NOT NULL,
  "created_at" DATETIME NOT NULL,
  CONSTRAINT "feedback_pkey" PRIMARY KEY ("tenant", "id")
);
CREATE INDEX "feedback_tenant_episode_id_created_at_idx" ON "feedback" ("tenant", "episode_id", "created_at");

CREATE TABLE "agent_totals" (
  "tenant" TEXT NOT NULL,
  "agent_id" TEXT NOT NULL,
  "episodes" INTEGER NOT NULL,
  "treated_evidence" REAL NOT NULL,
  "treated_reward" REAL NOT NULL,
  "holdout_evidence" REAL NOT NULL,
  "holdout_reward" REAL NOT NULL,
  CONSTRAINT "agent_totals_pkey" PRIMARY KEY ("tenant", "agent_id")
);

CREATE TABLE "memory" (
  "tenant" TEXT NOT NULL,
  "id" TEXT NOT NULL,
  "agent_id" TEXT NOT NULL,
  "user_id" TEXT,
  "kind" TEXT NOT NULL,
  "content" TEXT NOT NULL,
  "text_key" TEXT NOT NULL,
  "confidence" REAL NOT NULL,
  "status" TEXT NOT NULL,
  "hold_reasons" TEXT NOT NULL,
  "similar_id" TEXT,
  "sources" TEXT NOT NULL,
  "created_by" TEXT NOT NULL,
  "valid_from" DATETIME NOT NULL,
  "invalid_at" DATETIME,
  "superseded_by" TEXT,
  "created_at" DATETIME NOT NULL,
  "activated_at" DATETIME,
  "closed_at" DATETIME,
  CONSTRAINT "memory_pkey" PRIMARY KEY ("tenant", "id")
);
CREATE INDEX "memory_tenant_agent_id_status_user_id_created_at_idx" ON "memory" ("tenant", "agent_id", "status", "user_id", "created_at");
CREATE INDEX "memory_tenant_agent_id_text_key_idx" ON "memory" ("tenant", "agent_id", "text_key");
CREATE INDEX "memory_tenant_status_created_at_idx" ON "memory" ("tenant", "status", "created_at");
CREATE INDEX "memory_tenant_user_id_idx" ON "memory" ("tenant", "user_id");

CREATE TABLE "profile" (
  "tenant" TEXT NOT NULL,
  "agent_id" TEXT NOT NULL,
  "user_id" TEXT NOT NULL,
  "profile" TEXT NOT NULL,
  "sources" TEXT NOT NULL,
  "updated_at" DATETIME NOT NULL,
  CONSTRAINT "profile_pkey" PRIMARY KEY ("tenant", "agent_id", "user_id")
);
CREATE INDEX "profile_tenant_user_id_idx" ON "profile" ("tenant", "user_id");

CREATE TABLE "api_key" (
  "tenant" TEXT NOT NULL,
  "id" TEXT NOT NULL,
  "name" TEXT NOT NULL,
  "scopes" TEXT NOT NULL,
  "hash" TEXT NOT NULL,
  "created_by" TEXT NOT NULL,
  "created_at" DATETIME NOT NULL,
  "last_used_at" DATETIME,
  "revoked_at" DATETIME,
  CONSTRAINT "api_key_pkey" PRIMARY KEY ("tenant", "id")
);
CREATE UNIQUE INDEX "api_key_hash_key" ON "api_key" ("hash");

CREATE TABLE "audit_entry" (
  "tenant" TEXT NOT NULL,
  "id" TEXT NOT NULL,
  "actor" TEXT NOT NULL,
  "action" TEXT NOT NULL,
  "resource" TEXT NOT NULL,
  "details" TEXT NOT NULL,
  "at" DATETIME NOT NULL,
  CONSTRAINT "audit_entry_pkey" PRIMARY KEY ("tenant", "id")
);
CREATE INDEX "audit_entry_tenant_at_idx" ON "audit_entry" ("tenant", "at");
CREATE INDEX "audit_entry_tenant_resource_at_idx" ON "audit_entry" ("tenant", "resource", "at");

CREATE TABLE "usage_day" (
  "tenant" TEXT NOT NULL,
  "day" TEXT NOT NULL,
  "purpose" TEXT NOT NULL,
  "calls" INTEGER NOT NULL,
  "input_tokens" REAL NOT NULL,
  "output_tokens" REAL NOT NULL,
  CONSTRAINT "usage_day_pkey" PRIMARY KEY ("tenant", "day", "purpose")
);

CREATE TABLE "service_state" (
  "key" TEXT NOT NULL,
  "value" TEXT NOT NULL,
  CONSTRAINT "service_state_pkey" PRIMARY KEY ("key")
);
