-- Derived from ../postgresql/0001_gateway.sql by scripts/generate.mjs; do not edit.
-- The tables of prisma/schema.prisma, with what only SQL can express. SQLite's file is derived from this one by
-- scripts/generate.mjs: it leaves out what stands between the marks "PostgreSQL only" and "end", and uncomments what
-- stands between "SQLite only" and "end".

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
  "revision" INTEGER NOT NULL DEFAULT 0,
  CONSTRAINT "skill_pkey" PRIMARY KEY ("tenant", "id")
);
CREATE UNIQUE INDEX "skill_tenant_agent_id_name_key" ON "skill" ("tenant", "agent_id", "name");
CREATE INDEX "skill_tenant_agent_id_revision_idx" ON "skill" ("tenant", "agent_id", "revision");

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
  CONSTRAINT "bullet_pkey" PRIMARY KEY ("tenant", "id"),
  CONSTRAINT "bullet_tenant_skill_id_fkey" FOREIGN KEY ("tenant", "skill_id")
    REFERENCES "skill" ("tenant", "id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "bullet_tenant_skill_id_position_idx" ON "bullet" ("tenant", "skill_id", "position");
CREATE INDEX "bullet_tenant_harmful_idx" ON "bullet" ("tenant", "harmful");
CREATE INDEX "bullet_tenant_helpful_idx" ON "bullet" ("tenant", "helpful");

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
  CONSTRAINT "skill_version_pkey" PRIMARY KEY ("tenant", "skill_id", "version"),
  CONSTRAINT "skill_version_tenant_skill_id_fkey" FOREIGN KEY ("tenant", "skill_id")
    REFERENCES "skill" ("tenant", "id") ON DELETE CASCADE ON UPDATE CASCADE
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
  "skip_canary" BOOLEAN NOT NULL DEFAULT false,
  CONSTRAINT "changeset_pkey" PRIMARY KEY ("tenant", "id")
);
CREATE INDEX "changeset_tenant_status_created_at_idx" ON "changeset" ("tenant", "status", "created_at");
CREATE INDEX "changeset_tenant_agent_id_status_created_at_idx" ON "changeset" ("tenant", "agent_id", "status", "created_at");

CREATE TABLE "changeset_target" (
  "tenant" TEXT NOT NULL,
  "skill_id" TEXT NOT NULL,
  "changeset_id" TEXT NOT NULL,
  CONSTRAINT "changeset_target_pkey" PRIMARY KEY ("tenant", "skill_id", "changeset_id"),
  CONSTRAINT "changeset_target_tenant_changeset_id_fkey" FOREIGN KEY ("tenant", "changeset_id")
    REFERENCES "changeset" ("tenant", "id") ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT "changeset_target_tenant_skill_id_fkey" FOREIGN KEY ("tenant", "skill_id")
    REFERENCES "skill" ("tenant", "id") ON DELETE CASCADE ON UPDATE CASCADE
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
  "judge_outcome" TEXT,
  "judge_confidence" REAL,
  "verdicts" TEXT,
  "reflection" TEXT,
  CONSTRAINT "episode_pkey" PRIMARY KEY ("tenant", "id")
);
CREATE UNIQUE INDEX "episode_tenant_idempotency_key_key" ON "episode" ("tenant", "idempotency_key");
CREATE INDEX "episode_tenant_agent_id_created_at_id_idx" ON "episode" ("tenant", "agent_id", "created_at", "id");
CREATE INDEX "episode_tenant_session_id_created_at_id_idx" ON "episode" ("tenant", "session_id", "created_at", "id");
CREATE INDEX "episode_tenant_recall_id_idx" ON "episode" ("tenant", "recall_id");
CREATE INDEX "episode_tenant_user_id_idx" ON "episode" ("tenant", "user_id");
CREATE INDEX "episode_tenant_created_at_idx" ON "episode" ("tenant", "created_at");
CREATE INDEX "episode_unreflected_idx" ON "episode" ("tenant", "agent_id", "created_at", "id") WHERE NOT "reflected";

-- Credits and assignments are written by requests that agents wait for: checking a foreign key would slow these down.
CREATE TABLE "episode_credit" (
  "tenant" TEXT NOT NULL,
  "episode_id" TEXT NOT NULL,
  "skill_id" TEXT NOT NULL,
  "version" INTEGER NOT NULL,
  "arm" TEXT,
  "experiment_id" TEXT,
  "unit" TEXT,
  CONSTRAINT "episode_credit_pkey" PRIMARY KEY ("tenant", "episode_id", "skill_id")
);
CREATE INDEX "episode_credit_experiment_idx" ON "episode_credit" ("tenant", "experiment_id", "episode_id") WHERE "experiment_id" IS NOT NULL;
CREATE INDEX "episode_credit_tenant_skill_id_episode_id_idx" ON "episode_credit" ("tenant", "skill_id", "episode_id");

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
  CONSTRAINT "feedback_pkey" PRIMARY KEY ("tenant", "id"),
  CONSTRAINT "feedback_tenant_episode_id_fkey" FOREIGN KEY ("tenant", "episode_id")
    REFERENCES "episode" ("tenant", "id") ON DELETE CASCADE ON UPDATE CASCADE
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

CREATE TABLE "lift_week" (
  "tenant" TEXT NOT NULL,
  "week" TEXT NOT NULL,
  "agent_id" TEXT NOT NULL,
  "treated_evidence" REAL NOT NULL,
  "treated_reward" REAL NOT NULL,
  "holdout_evidence" REAL NOT NULL,
  "holdout_reward" REAL NOT NULL,
  CONSTRAINT "lift_week_pkey" PRIMARY KEY ("tenant", "week", "agent_id")
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
CREATE INDEX "memory_tenant_agent_id_status_created_at_idx" ON "memory" ("tenant", "agent_id", "status", "created_at");
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
  "rewritten_at" DATETIME,
  CONSTRAINT "profile_pkey" PRIMARY KEY ("tenant", "agent_id", "user_id")
);
CREATE INDEX "profile_tenant_user_id_idx" ON "profile" ("tenant", "user_id");
CREATE INDEX "profile_composed_idx" ON "profile" ("tenant", "agent_id", "updated_at") WHERE "rewritten_at" IS NULL;

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

CREATE TABLE "learning_fault" (
  "tenant" TEXT NOT NULL,
  "kind" TEXT NOT NULL,
  "message" TEXT NOT NULL,
  "times" INTEGER NOT NULL,
  "first_at" DATETIME NOT NULL,
  "last_at" DATETIME NOT NULL,
  CONSTRAINT "learning_fault_pkey" PRIMARY KEY ("tenant", "kind")
);

CREATE TABLE "service_state" (
  "key" TEXT NOT NULL,
  "value" TEXT NOT NULL,
  CONSTRAINT "service_state_pkey" PRIMARY KEY ("key")
);

-- What upkeep remembers: which version of a skill had its rules compared, and at how many uses it was nominated for
-- evolution; when each agent's daily jobs were last enqueued.
CREATE TABLE "skill_upkeep" (
  "tenant" TEXT NOT NULL,
  "skill_id" TEXT NOT NULL,
  "compared_version" INTEGER NOT NULL,
  "nominated_uses" INTEGER NOT NULL,
  CONSTRAINT "skill_upkeep_pkey" PRIMARY KEY ("tenant", "skill_id"),
  CONSTRAINT "skill_upkeep_tenant_skill_id_fkey" FOREIGN KEY ("tenant", "skill_id")
    REFERENCES "skill" ("tenant", "id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE TABLE "agent_upkeep" (
  "tenant" TEXT NOT NULL,
  "agent_id" TEXT NOT NULL,
  "last_at" DATETIME NOT NULL,
  CONSTRAINT "agent_upkeep_pkey" PRIMARY KEY ("tenant", "agent_id")
);
CREATE INDEX "agent_upkeep_last_at_idx" ON "agent_upkeep" ("last_at");

-- The vectors of skills and memories: at most one each, of the present text.
CREATE TABLE "embedding" (
  "tenant" TEXT NOT NULL,
  "noun" TEXT NOT NULL,
  "owner_id" TEXT NOT NULL,
  "agent_id" TEXT NOT NULL,
  "model" TEXT NOT NULL,
  "dimensions" INTEGER NOT NULL,
  "digest" TEXT NOT NULL,
  "vector" BLOB NOT NULL,
  "created_at" DATETIME NOT NULL,
  CONSTRAINT "embedding_pkey" PRIMARY KEY ("tenant", "noun", "owner_id")
);
CREATE INDEX "embedding_tenant_agent_id_noun_idx" ON "embedding" ("tenant", "agent_id", "noun");

-- Canaries: a change on trial beside the text in force; of a skill at most one runs. What each arm was credited is
-- summed here. An assignment keeps what one session (or user, or recall) was given, with what chance, and what came of
-- it. Points are the evidence at the end of each hour with credit. The rates are those that the boundary is calibrated
-- for, so that a process which computes it after a restart finds the same one.
CREATE TABLE "experiment" (
  "tenant" TEXT NOT NULL,
  "id" TEXT NOT NULL,
  "agent_id" TEXT NOT NULL,
  "skill_id" TEXT NOT NULL,
  "changeset_id" TEXT NOT NULL,
  "status" TEXT NOT NULL,
  "rule" TEXT NOT NULL,
  "floor" REAL NOT NULL,
  "threshold" REAL NOT NULL,
  "min_samples" INTEGER NOT NULL,
  "max_samples" INTEGER NOT NULL,
  "boundary" REAL,
  "base_version" INTEGER NOT NULL,
  "candidate" TEXT NOT NULL,
  "incumbent_evidence" REAL NOT NULL,
  "incumbent_reward" REAL NOT NULL,
  "candidate_evidence" REAL NOT NULL,
  "candidate_reward" REAL NOT NULL,
  "credits" INTEGER NOT NULL,
  "looks" INTEGER NOT NULL,
  "started_at" DATETIME NOT NULL,
  "ended_at" DATETIME,
  "reason" TEXT,
  "lowest_rate" REAL NOT NULL DEFAULT 0.05,
  "highest_rate" REAL NOT NULL DEFAULT 0.95,
  CONSTRAINT "experiment_pkey" PRIMARY KEY ("tenant", "id"),
  CONSTRAINT "experiment_tenant_changeset_id_fkey" FOREIGN KEY ("tenant", "changeset_id")
    REFERENCES "changeset" ("tenant", "id") ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT "experiment_tenant_skill_id_fkey" FOREIGN KEY ("tenant", "skill_id")
    REFERENCES "skill" ("tenant", "id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "experiment_running_skill" ON "experiment" ("tenant", "skill_id") WHERE "status" = 'running';
CREATE INDEX "experiment_tenant_agent_id_started_at_id_idx" ON "experiment" ("tenant", "agent_id", "started_at", "id");
CREATE INDEX "experiment_tenant_status_started_at_id_idx" ON "experiment" ("tenant", "status", "started_at", "id");
CREATE INDEX "experiment_tenant_changeset_id_idx" ON "experiment" ("tenant", "changeset_id");
CREATE INDEX "experiment_tenant_skill_id_id_idx" ON "experiment" ("tenant", "skill_id", "id");

CREATE TABLE "experiment_assignment" (
  "tenant" TEXT NOT NULL,
  "experiment_id" TEXT NOT NULL,
  "unit" TEXT NOT NULL,
  "arm" TEXT NOT NULL,
  "probability" REAL NOT NULL,
  "assigned_at" DATETIME NOT NULL,
  "evidence" REAL NOT NULL,
  "reward" REAL NOT NULL,
  "first_credit" INTEGER,
  "mixed" BOOLEAN NOT NULL,
  CONSTRAINT "experiment_assignment_pkey" PRIMARY KEY ("tenant", "experiment_id", "unit")
);

CREATE TABLE "experiment_point" (
  "tenant" TEXT NOT NULL,
  "experiment_id" TEXT NOT NULL,
  "at" DATETIME NOT NULL,
  "incumbent_evidence" REAL NOT NULL,
  "incumbent_reward" REAL NOT NULL,
  "candidate_evidence" REAL NOT NULL,
  "candidate_reward" REAL NOT NULL,
  CONSTRAINT "experiment_point_pkey" PRIMARY KEY ("tenant", "experiment_id", "at"),
  CONSTRAINT "experiment_point_tenant_experiment_id_fkey" FOREIGN KEY ("tenant", "experiment_id")
    REFERENCES "experiment" ("tenant", "id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- What is known of traces whose spans are still arriving.
CREATE TABLE "episode_trace" (
  "tenant" TEXT NOT NULL,
  "trace_id" TEXT NOT NULL,
  "episode_id" TEXT,
  "user_id" TEXT,
  "revision" INTEGER NOT NULL,
  "state" TEXT NOT NULL,
  "created_at" DATETIME NOT NULL,
  CONSTRAINT "episode_trace_pkey" PRIMARY KEY ("tenant", "trace_id"),
  CONSTRAINT "episode_trace_tenant_episode_id_fkey" FOREIGN KEY ("tenant", "episode_id")
    REFERENCES "episode" ("tenant", "id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "episode_trace_tenant_episode_id_idx" ON "episode_trace" ("tenant", "episode_id");
CREATE INDEX "episode_trace_tenant_user_id_idx" ON "episode_trace" ("tenant", "user_id");
CREATE INDEX "episode_trace_tenant_created_at_idx" ON "episode_trace" ("tenant", "created_at");

-- Dashboard sessions that were signed out early. A sealed cookie stays valid wherever it was copied to, so its id is
-- kept until it would have expired by itself.
CREATE TABLE "ended_session" (
  "tenant" TEXT NOT NULL,
  "id" TEXT NOT NULL,
  "expires_at" DATETIME NOT NULL,
  CONSTRAINT "ended_session_pkey" PRIMARY KEY ("tenant", "id")
);
CREATE INDEX "ended_session_tenant_expires_at_idx" ON "ended_session" ("tenant", "expires_at");

-- Background jobs. On SQLite every job is here. On PostgreSQL Graphile Worker holds those that may run; here are those
-- that wait behind a running one of their key, and those that failed for good.
CREATE TABLE "job" (
  "tenant" TEXT NOT NULL,
  "id" TEXT NOT NULL,
  "kind" TEXT NOT NULL,
  "key" TEXT NOT NULL,
  "agent_id" TEXT NOT NULL,
  "skill_id" TEXT,
  "status" TEXT NOT NULL,
  "attempts" INTEGER NOT NULL,
  "last_error" TEXT,
  "run_at" DATETIME NOT NULL,
  "owner" TEXT,
  "lease_until" DATETIME,
  "created_at" DATETIME NOT NULL,
  "updated_at" DATETIME NOT NULL,
  CONSTRAINT "job_pkey" PRIMARY KEY ("tenant", "id")
);
CREATE INDEX "job_tenant_status_updated_at_idx" ON "job" ("tenant", "status", "updated_at");

CREATE UNIQUE INDEX "job_pending_key" ON "job" ("tenant", "key") WHERE "status" = 'pending';
CREATE UNIQUE INDEX "job_running_key" ON "job" ("tenant", "key") WHERE "status" = 'running';
CREATE INDEX "job_done_key" ON "job" ("tenant", "key") WHERE "status" = 'done';
CREATE INDEX "job_due_idx" ON "job" ("run_at") WHERE "status" = 'pending';
CREATE INDEX "job_lease_idx" ON "job" ("lease_until") WHERE "status" = 'running';
