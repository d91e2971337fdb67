-- Derived from ../postgresql/0011_support.sql by scripts/generate.mjs; do not edit.
-- What a changeset rests on, and who amended it last.
ALTER TABLE "changeset" ADD COLUMN "support" TEXT;
ALTER TABLE "changeset" ADD COLUMN "amended_by" TEXT;
