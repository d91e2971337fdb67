import { describe, expect, it } from 'vitest';
import { createLog } from './log.ts';
import { logConsole, type Printer } from './log-console.ts';

describe('what libraries print', () => {
  it('becomes one JSON line each in the log, with its level, formatted and without colours', () => {
    const lines: string[] = [];
    const nowhere = () => undefined;
    const printer: Printer = {
      ...{ debug: nowhere, log: nowhere, info: nowhere, warn: nowhere, error: nowhere, trace: nowhere },
    };
    logConsole(printer, createLog('prod', { write: (line) => lines.push(line) }));
    printer.log('\u001b[32m✓\u001b[39m took %dms\nand more', 12);
    printer.log('');
    printer.error(new TypeError('broken'));
    printer.trace(Object.assign(new Error('no answer'), { code: 'ECONNREFUSED' }));
    const [first, second, ...others] = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(first).toMatchObject({ event: 'console', level: 'info', message: '✓ took 12ms\nand more' });
    expect(second).toMatchObject({ level: 'error', message: expect.stringContaining('TypeError: broken') });
    expect(others).toEqual([]);
  });
});
