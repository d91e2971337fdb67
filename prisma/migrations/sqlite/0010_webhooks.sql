-- Derived from ../postgresql/0010_webhooks.sql by scripts/generate.mjs; do not edit.
-- Webhooks: where a tenant's events are sent, and each event for each of them.
CREATE TABLE "webhook" (
  "tenant" TEXT NOT NULL,
  "id" TEXT NOT NULL,
  "url" TEXT NOT NULL,
  "form" TEXT NOT NULL,
  "events" TEXT NOT NULL,
  "status" TEXT NOT NULL,
  "secret" TEXT NOT NULL,
  "old_secret" TEXT,
  "old_secret_until" DATETIME,
  "created_by" TEXT NOT NULL,
  "created_at" DATETIME NOT NULL,
  "last_success_at" DATETIME,
  "failing_since" DATETIME,
  "failures" INTEGER NOT NULL DEFAULT 0,
  "last_error" TEXT,
  "retry_at" DATETIME,
  CONSTRAINT "webhook_pkey" PRIMARY KEY ("tenant", "id")
);

CREATE INDEX "webhook_tenant_created_at_idx" ON "webhook" ("tenant", "created_at");

CREATE TABLE "webhook_delivery" (
  "tenant" TEXT NOT NULL,
  "id" TEXT NOT NULL,
  "webhook_id" TEXT NOT NULL,
  "event" TEXT NOT NULL,
  "once" TEXT,
  "payload" TEXT NOT NULL,
  "status" TEXT NOT NULL,
  "round" INTEGER NOT NULL DEFAULT 0,
  "attempts" INTEGER NOT NULL DEFAULT 0,
  "created_at" DATETIME NOT NULL,
  "last_attempt_at" DATETIME,
  "next_attempt_at" DATETIME,
  "response_status" INTEGER,
  "response" TEXT,
  "error" TEXT,
  CONSTRAINT "webhook_delivery_pkey" PRIMARY KEY ("tenant", "id")
);

CREATE UNIQUE INDEX "webhook_delivery_tenant_webhook_id_once_key" ON "webhook_delivery" ("tenant", "webhook_id", "once");

CREATE INDEX "webhook_delivery_tenant_webhook_id_created_at_idx" ON "webhook_delivery" ("tenant", "webhook_id", "created_at");

CREATE INDEX "webhook_delivery_tenant_created_at_idx" ON "webhook_delivery" ("tenant", "created_at");
