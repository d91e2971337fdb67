/** The entries of the audit log that are on screen, as a file: written page by page, at the reader's pace. */
import { type AuditEntryView, exportAudit } from '../../admin/audit-log/index.ts';
import { csvLine } from '../../domain/admin/csv.ts';
import { readFromReplica } from '../../platform/db/replica/replica.ts';
import { ServiceError } from '../../platform/errors.ts';
import { errorResponse, toStream } from '../../platform/http/fetch-adapter.ts';
import { parseJson } from '../../platform/http/parse-json.ts';
import { noteRequest } from '../../platform/request-context.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { admitPrincipal, authenticateRequest } from '../auth/index.ts';
import { auditFilter } from './settings.ts';

const COLUMNS = ['at', 'actor', 'action', 'resource', 'details', 'id'] as const;

/** `?format=csv|ndjson&filter=<JSON, the filters of audit.search>`; needs admin. */
export async function answerAuditExport(runtime: Runtime, request: Request): Promise<Response> {
  noteRequest({ route: '/api/audit-export' });
  try {
    return await download(runtime, request);
  } catch (error) {
    return errorResponse(error, runtime.log);
  }
}

async function download(runtime: Runtime, request: Request): Promise<Response> {
  const principal = await authenticateRequest(runtime, request);
  admitPrincipal(runtime, principal);
  if (!principal.scopes.has('admin')) throw new ServiceError('forbidden', "missing scope 'admin'");
  const query = new URL(request.url).searchParams;
  const csv = query.get('format') === 'csv';
  const filter = auditFilter.safeParse(parseJson(Buffer.from(query.get('filter') ?? '{}')));
  if (!filter.success) throw new ServiceError('bad_request', 'filter is not one of the audit log');
  const read = (reading: Runtime) => startReading(exportAudit(reading, principal, filter.data));
  const pages = await readFromReplica(runtime, read, true);
  const name = `audit-${runtime.clock().toISOString().slice(0, 10)}.${csv ? 'csv' : 'ndjson'}`;
  return new Response(toStream(formatPages(pages, csv)), {
    headers: {
      'content-type': csv ? 'text/csv; charset=utf-8' : 'application/x-ndjson; charset=utf-8',
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'no-store',
    },
  });
}

/** The same with its first element read, so that a source that fails at once still gets an error status. */
async function startReading<T>(source: AsyncIterable<T>): Promise<AsyncIterable<T>> {
  const iterator = source[Symbol.asyncIterator]();
  let first: IteratorResult<T> | null = await iterator.next();
  return {
    [Symbol.asyncIterator]: () => ({
      async next() {
        const read = first ?? (await iterator.next());
        first = null;
        return read;
      },
      return: async () => (await iterator.return?.()) ?? { done: true, value: undefined },
    }),
  };
}

/** The lines of a page in one piece: a piece for each line would cost more than the line. */
async function* formatPages(pages: AsyncIterable<AuditEntryView[]>, csv: boolean): AsyncGenerator<string> {
  if (csv) yield `${COLUMNS.join(',')}\r\n`;
  for await (const page of pages)
    yield page.map((entry) => (csv ? csvLine(cellsOf(entry)) : `${JSON.stringify(entry)}\n`)).join('');
}

function cellsOf(entry: AuditEntryView): string[] {
  return COLUMNS.map((column) => (column === 'details' ? JSON.stringify(entry.details) : entry[column]));
}
