-- Derived from ../postgresql/0018_job_payload.sql by scripts/generate.mjs; do not edit.
-- What a job does is its payload, JSON by the schema of its kind (server/jobs/catalogue.ts). The version before this one
-- reads agent_id and skill_id, which are still written, and writes no payload. Both columns go one version later.
ALTER TABLE "job" ADD COLUMN "payload" TEXT;
