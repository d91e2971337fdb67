-- Nobody reads skills without a key any more.
DROP INDEX "skill_tenant_published_idx";
ALTER TABLE "skill" DROP COLUMN "published";
