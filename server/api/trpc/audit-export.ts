/** The same slice of the audit log that is on screen, as a file: written page by page, as far as the reader keeps up. */
import { type AuditView, exportAudit } from '../../audit/index.ts';
import { isServiceError, ServiceError } from '../../platform/errors.ts';
import { errorReply } from '../../platform/http/error-reply.ts';
import { parseJson } from '../../platform/http/parse-json.ts';
import { processRuntime } from '../../platform/process-runtime.ts';
import { currentRequest } from '../../platform/request-context.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { admitPrincipal, authenticateBrowser } from '../auth/index.ts';
import { auditFilter } from './settings.ts';

const COLUMNS = ['at', 'actor', 'action', 'resource', 'details', 'id'] as const;

/** Answers a download, on the process's own runtime. */
export async function handleAuditExport(request: Request): Promise<Response> {
  return await answerAuditExport(await processRuntime(), request);
}

/** `?format=csv|ndjson&filter=<JSON, the filters of audit.search>`; needs admin. */
export async function answerAuditExport(runtime: Runtime, request: Request): Promise<Response> {
  const context = currentRequest();
  if (context !== undefined) context.route = '/api/audit-export';
  try {
    return await download(runtime, request);
  } catch (error) {
    if (!isServiceError(error)) throw error;
    const { status, headers, body } = errorReply(error, runtime.log);
    return new Response(typeof body === 'string' ? body : null, { status, headers });
  }
}

async function download(runtime: Runtime, request: Request): Promise<Response> {
  const header = (name: string) => request.headers.get(name) ?? undefined;
  const principal = await authenticateBrowser(runtime, {
    authorization: header('authorization'),
    tenant: header('x-tenant-id'),
    cookies: header('cookie'),
  });
  admitPrincipal(runtime, principal);
  if (!principal.scopes.has('admin')) throw new ServiceError('forbidden', "missing scope 'admin'");
  const query = new URL(request.url).searchParams;
  const csv = query.get('format') === 'csv';
  const filter = auditFilter.safeParse(parseJson(Buffer.from(query.get('filter') ?? '{}')));
  if (!filter.success) throw new ServiceError('bad_request', 'filter is not one of the audit log');
  const entries = await begun(exportAudit(runtime, principal, filter.data));
  const name = `audit-${runtime.clock().toISOString().slice(0, 10)}.${csv ? 'csv' : 'ndjson'}`;
  return new Response(streamOf(linesOf(entries, csv)), {
    headers: {
      'content-type': csv ? 'text/csv; charset=utf-8' : 'application/x-ndjson; charset=utf-8',
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'no-store',
    },
  });
}

/** The same, with its first element read: until then a reply can still say that nothing can be read. */
async function begun<T>(source: AsyncIterable<T>): Promise<AsyncIterable<T>> {
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

async function* linesOf(entries: AsyncIterable<AuditView>, csv: boolean): AsyncGenerator<string> {
  if (csv) yield `${COLUMNS.join(',')}\r\n`;
  for await (const entry of entries) yield csv ? csvLine(entry) : `${JSON.stringify(entry)}\n`;
}

function csvLine(entry: AuditView): string {
  const cells = COLUMNS.map((column) =>
    cell(column === 'details' ? JSON.stringify(entry.details) : entry[column]),
  );
  return `${cells.join(',')}\r\n`;
}

/** Quoted, and with an apostrophe before what a spreadsheet would take for a formula. */
function cell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}

function streamOf(lines: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await lines.next();
      if (done === true) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await lines.return(undefined);
    },
  });
}
