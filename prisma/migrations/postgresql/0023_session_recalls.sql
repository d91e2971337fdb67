-- What a session was served already: recalls of a session, newest first. Many recalls have none.
CREATE INDEX "recall_session_idx" ON "recall" ("tenant", "session_id", "created_at") WHERE "session_id" IS NOT NULL;
