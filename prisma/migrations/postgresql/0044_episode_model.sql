-- The model that answered last in a run.
ALTER TABLE "episode" ADD COLUMN "model" TEXT;
