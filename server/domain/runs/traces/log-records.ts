/**
 * Log records that say what was said to a model: the events of the GenAI conventions, which some instrumentations send
 * beside their spans. The records of one span are read as that span with these events.
 */
import { z } from 'zod';
import { asText, isObject } from '../conversation/embedded-json.ts';
import { hasMessages } from './model-call.ts';
import {
  type Attributes,
  anyValue,
  fieldOf,
  readAttributes,
  readIds,
  readTime,
  type Span,
  tracedEpisodes,
} from './span.ts';

const scopeLogsSchema = z.object({
  scope: z.unknown().optional(),
  logRecords: z.array(z.unknown()).nullish(),
});

const resourceLogsSchema = z.object({
  resource: z.unknown().optional(),
  scopeLogs: z.array(scopeLogsSchema).nullish(),
});

/** An ExportLogsServiceRequest. */
export const logExportSchema = z
  .object({ resourceLogs: z.array(resourceLogsSchema).nullish() })
  .meta({ id: 'ExportLogsServiceRequest' });
export type LogExport = z.infer<typeof logExportSchema>;

/** An ExportLogsServiceResponse with more in it. */
export const logsOutSchema = z
  .object({
    partialSuccess: z
      .object({
        rejectedLogRecords: z.number().int().min(0).max(2_147_483_647).optional(),
        errorMessage: z.string().optional(),
      })
      .describe('The records without messages of a run, which are not kept'),
    ...tracedEpisodes,
  })
  .meta({ id: 'ExportLogsServiceResponse' });
export type LogsOut = z.infer<typeof logsOutSchema>;

interface LogRecord {
  readonly origin: { scope: string; service: string };
  readonly ids: { traceId: string; id: string };
  readonly time: string;
  readonly name: string;
  readonly attributes: Attributes;
}

/** The spans whose messages the records have, and how many records have none. */
export function readLogSpans(sent: LogExport): { spans: Span[]; others: number } {
  const records: LogRecord[] = [];
  let others = 0;
  for (const { resource, scopeLogs } of sent.resourceLogs ?? []) {
    const service = asText(readAttributes(fieldOf(resource, 'attributes')).get('service.name'));
    for (const group of scopeLogs ?? []) {
      const scope = asText(fieldOf(group.scope, 'name'));
      for (const raw of group.logRecords ?? []) {
        const record = readRecord(raw, { scope, service });
        if (record === null) others += 1;
        else records.push(record);
      }
    }
  }
  const bySpan = Map.groupBy(records, ({ ids }) => `${ids.traceId}:${ids.id}`);
  return { spans: [...bySpan.values()].flatMap(toSpan), others };
}

function readRecord(raw: unknown, origin: LogRecord['origin']): LogRecord | null {
  if (!isObject(raw)) return null;
  const ids = readIds(raw);
  const own = readAttributes(raw.attributes);
  const name = asText(raw.eventName) || asText(own.get('event.name'));
  if (ids === null || !hasMessages(name)) return null;
  const body = anyValue(raw.body, 0);
  const content = isObject(body) ? Object.entries(body) : [['content', body] as const];
  const time = readTime(raw.timeUnixNano ?? raw.observedTimeUnixNano);
  const told = content.filter(([, value]) => value !== undefined && value !== null);
  return { origin, ids, time, name, attributes: new Map([...own, ...told]) };
}

function toSpan(records: readonly LogRecord[]): Span[] {
  const inOrder = records.toSorted((a, b) => (a.time < b.time ? -1 : 1));
  const [first, last] = [inOrder[0], inOrder.at(-1)];
  if (first === undefined || last === undefined) return [];
  return [
    {
      ...{ ...first.origin, ...first.ids, name: '', parent: null, error: null },
      ...{ start: first.time, end: last.time, attributes: new Map() },
      events: inOrder.map(({ name, attributes }) => ({ name, attributes })),
    },
  ];
}
