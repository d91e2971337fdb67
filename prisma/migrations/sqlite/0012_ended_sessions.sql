-- Dashboard sessions that were signed out before their time: a sealed cookie stays good wherever it was copied to, so its id is kept
-- until it would have ended by itself.

CREATE TABLE "ended_session" (
  "tenant" TEXT NOT NULL,
  "id" TEXT NOT NULL,
  "expires_at" DATETIME NOT NULL,
  CONSTRAINT "ended_session_pkey" PRIMARY KEY ("tenant", "id")
);
CREATE INDEX "ended_session_tenant_expires_at_idx" ON "ended_session" ("tenant", "expires_at");
