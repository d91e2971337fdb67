/** How long a line of the log can become: never longer than its bound, and never other than JSON. */
import { describe, expect, it } from 'vitest';
import { withRequest } from '../request-context.ts';
import { createLog, MAX_LINE_BYTES } from './log.ts';

function linesOf(write: (log: ReturnType<typeof createLog>) => void): string[] {
  const lines: string[] = [];
  write(createLog('prod', { write: (line) => void lines.push(line) }));
  return lines;
}

const nested = (depth: number): unknown => (depth === 0 ? 'x'.repeat(9000) : { inner: nested(depth - 1) });

describe('a log line', () => {
  it.each<[string, Record<string, unknown>]>([
    ['one long text', { message: 'x'.repeat(1_000_000) }],
    ['text of several bytes a character', { message: '語'.repeat(9000) }],
    ['text that JSON writes longer', { message: '\u0001"\\'.repeat(5000) }],
    ['half of a surrogate pair where it is cut', { message: '😀'.repeat(9000) }],
    ['many texts', Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`field_${n}`, 'y'.repeat(90)]))],
    ['what is nested', { cause: nested(80) }],
  ])('holds at most 8 kB: %s', (_, fields) => {
    const [line = '', ...others] = linesOf((log) => log.error('console', fields));
    expect(others).toEqual([]);
    expect(Buffer.byteLength(line)).toBeLessThanOrEqual(MAX_LINE_BYTES);
    expect(line.endsWith('}\n')).toBe(true);
    expect(line.indexOf('\n')).toBe(line.length - 1);
    const shown = JSON.parse(line) as Record<string, unknown>;
    expect(shown).toMatchObject({ level: 'error', event: 'console', timestamp: expect.any(String) });
    expect(shown['cut_bytes']).toBeGreaterThan(MAX_LINE_BYTES);
  });

  it('holds at most 8 kB whatever the request calls itself, and keeps its id', () => {
    const context = { requestId: 'r'.repeat(128), clientAddress: '', tenant: 't'.repeat(128) };
    const [line = ''] = linesOf((log) => withRequest(context, () => log.warn('e'.repeat(9000), { a: 1 })));
    expect(Buffer.byteLength(line)).toBeLessThanOrEqual(MAX_LINE_BYTES);
    expect(JSON.parse(line)).toMatchObject({ request_id: context.requestId, tenant: context.tenant });
  });

  it('is left as it is below that', () => {
    const message = 'm'.repeat(7000);
    const [line = ''] = linesOf((log) => log.info('console', { message }));
    expect(JSON.parse(line)).toMatchObject({ message });
    expect(JSON.parse(line)).not.toHaveProperty('cut_bytes');
  });
});
