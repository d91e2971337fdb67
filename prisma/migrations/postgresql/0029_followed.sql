-- What became of rules that were shown before calls: the announced call (a digest), and by rule how often it was followed.
ALTER TABLE "moment" ADD COLUMN "call" TEXT;
ALTER TABLE "bullet" ADD COLUMN "followed" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "bullet" ADD COLUMN "broken" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "bullet" ADD COLUMN "followed_failed" INTEGER NOT NULL DEFAULT 0;
