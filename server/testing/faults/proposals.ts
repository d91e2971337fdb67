/**
 * Which run was behind which proposal, noted by the database itself in the transaction of the proposal: what a run was
 * rated by then, and whether it was settled with that, are not to be seen in any row later.
 */
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { sqlitePath } from '../../platform/db/migrations/migrations.ts';

const COUNTED = `(SELECT count(*) FROM feedback f WHERE f.tenant = e.tenant AND f.episode_id = e.id)`;
const TABLE = 'changeset_id TEXT NOT NULL, episode_id TEXT NOT NULL, ratings INTEGER NOT NULL';

const SQLITE = `
  CREATE TABLE noted_proposal (id INTEGER PRIMARY KEY, ${TABLE}, settled BOOLEAN NOT NULL);
  CREATE TRIGGER note_proposal AFTER INSERT ON changeset WHEN NEW.source = 'reflection' BEGIN
    INSERT INTO noted_proposal (changeset_id, episode_id, ratings, settled)
    SELECT NEW.id, e.id, ${COUNTED}, e.reflected
    FROM json_each(NEW.episode_ids) j JOIN episode e ON e.tenant = NEW.tenant AND e.id = j.value;
  END`;

const POSTGRESQL = `
  CREATE TABLE noted_proposal (id BIGSERIAL PRIMARY KEY, ${TABLE}, settled BOOLEAN NOT NULL);
  CREATE FUNCTION note_proposal() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO noted_proposal (changeset_id, episode_id, ratings, settled)
    SELECT NEW.id, e.id, ${COUNTED}, e.reflected
    FROM jsonb_array_elements_text(NEW.episode_ids::jsonb) j JOIN episode e ON e.tenant = NEW.tenant AND e.id = j;
    RETURN NULL;
  END $$;
  CREATE TRIGGER note_proposal AFTER INSERT ON changeset FOR EACH ROW WHEN (NEW.source = 'reflection')
    EXECUTE FUNCTION note_proposal()`;

/** Has the database at `url` note them from now on, in the table `noted_proposal`. */
export async function noteProposals(url: string): Promise<void> {
  if (url.startsWith('file:')) {
    const database = new DatabaseSync(sqlitePath(url), { timeout: 10_000 });
    database.exec(SQLITE);
    database.close();
    return;
  }
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(POSTGRESQL);
  await client.end();
}
