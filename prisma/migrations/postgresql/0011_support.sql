-- What a changeset rests on, and who amended it last.
ALTER TABLE "changeset" ADD COLUMN "support" TEXT;
ALTER TABLE "changeset" ADD COLUMN "amended_by" TEXT;
