/**
 * Writes a tenant as large as the dashboard is to be quick with straight into the database: through the API it would take
 * an hour. Reads SCALE.
 */
import { readConfig } from '../../server/platform/config/config.ts';
import { openDatabase } from '../../server/platform/db/database.ts';
import { clientOf } from '../../server/platform/db/prisma.ts';
import { type History, historyStatements } from './scale-history.ts';
import { type Library, libraryStatements } from './scale-library.ts';

/** What is written; without a history only a library. */
export interface Scale {
  tenant: string;
  library: Library;
  history?: History;
}

const { tenant, library, history } = JSON.parse(process.env.SCALE ?? '') as Scale;
const db = openDatabase(readConfig(process.env).database);
await db.write(async (tx) => {
  const past = history === undefined ? [] : historyStatements(tenant, history, db.dialect);
  for (const statement of [...libraryStatements(tenant, library, db.dialect), ...past]) {
    await clientOf(tx).$executeRawUnsafe(statement);
  }
});
// PostgreSQL gathers what its planner goes by from time to time by itself; nobody does on SQLite.
if (db.dialect === 'postgresql') await clientOf(db.read).$executeRawUnsafe('ANALYZE');
await db.close();
