-- Who reviews a changeset; whom comments name; who signs in; filters that people keep.
ALTER TABLE "changeset" ADD COLUMN "assignee" TEXT;
ALTER TABLE "changeset" ADD COLUMN "assigned_by" TEXT;
ALTER TABLE "changeset" ADD COLUMN "assigned_at" TIMESTAMP(3);
CREATE INDEX "changeset_tenant_assignee_status_idx" ON "changeset" ("tenant", "assignee", "status");

CREATE TABLE "mention" (
  "tenant" TEXT NOT NULL,
  "changeset_id" TEXT NOT NULL,
  "actor" TEXT NOT NULL,
  "at" TIMESTAMP(3) NOT NULL,
  CONSTRAINT "mention_pkey" PRIMARY KEY ("tenant", "changeset_id", "actor"),
  CONSTRAINT "mention_tenant_changeset_id_fkey" FOREIGN KEY ("tenant", "changeset_id")
    REFERENCES "changeset" ("tenant", "id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "mention_tenant_actor_idx" ON "mention" ("tenant", "actor");

CREATE TABLE "person" (
  "tenant" TEXT NOT NULL,
  "actor" TEXT NOT NULL,
  "name" TEXT NOT NULL,
  "reviews" BOOLEAN NOT NULL,
  "signed_in_at" TIMESTAMP(3) NOT NULL,
  CONSTRAINT "person_pkey" PRIMARY KEY ("tenant", "actor")
);
CREATE INDEX "person_tenant_signed_in_at_idx" ON "person" ("tenant", "signed_in_at");

CREATE TABLE "saved_filter" (
  "tenant" TEXT NOT NULL,
  "id" TEXT NOT NULL,
  "owner" TEXT,
  "name" TEXT NOT NULL,
  "query" TEXT NOT NULL,
  "created_by" TEXT NOT NULL,
  "created_at" TIMESTAMP(3) NOT NULL,
  CONSTRAINT "saved_filter_pkey" PRIMARY KEY ("tenant", "id")
);
CREATE INDEX "saved_filter_tenant_owner_idx" ON "saved_filter" ("tenant", "owner");
