-- Whether rules with a trigger help more at the moment than at the start: what sessions were drawn, and what came of it.
ALTER TABLE "recall" ADD COLUMN "moment_draw" TEXT;
ALTER TABLE "episode" ADD COLUMN "moment_part" TEXT;

CREATE TABLE "moment_lift" (
  "tenant" TEXT NOT NULL,
  "agent_id" TEXT NOT NULL,
  "skill_id" TEXT NOT NULL,
  "sums" TEXT NOT NULL,
  CONSTRAINT "moment_lift_pkey" PRIMARY KEY ("tenant", "agent_id", "skill_id")
);

CREATE TABLE "moment_lift_unit" (
  "tenant" TEXT NOT NULL,
  "agent_id" TEXT NOT NULL,
  "unit" TEXT NOT NULL,
  "sums" TEXT NOT NULL,
  "updated_at" TIMESTAMP(3) NOT NULL,
  CONSTRAINT "moment_lift_unit_pkey" PRIMARY KEY ("tenant", "agent_id", "unit")
);
CREATE INDEX "moment_lift_unit_tenant_updated_at_idx" ON "moment_lift_unit" ("tenant", "updated_at");
