import { describe, expect, it } from 'vitest';
import { INSIDE_TOOLS, OUTSIDE_TOOLS } from '../../testing/samples/tool-names.ts';
import { NO_LISTS, outsideTools, partsOf, readsOutside } from './tool-names.ts';

const call = (name: string, given = '') => ({ name, given });

describe('tools by their names', () => {
  it('are judged as a person would judge 400 real ones', () => {
    expect(OUTSIDE_TOOLS.length + INSIDE_TOOLS.length).toBeGreaterThan(300);
    expect(OUTSIDE_TOOLS.filter((name) => !readsOutside(name))).toEqual([]);
    expect(INSIDE_TOOLS.filter(readsOutside)).toEqual([]);
  });

  it.each([
    ['mcp__webFetch__getHTMLPage', ['mcp', 'web', 'fetch', 'get', 'html', 'page']],
    ['ｗｅｂ-search.v2', ['web', 'search', 'v2']],
  ])('have the parts of %s', (name, parts) => {
    expect(partsOf(name)).toEqual(parts);
  });

  it('follow the lists of the agent, the untrusted one first', () => {
    const isOutside = outsideTools({
      mode: 'true',
      trusted: ['web_*', 'Crm'],
      untrusted: ['web_raw', '*crm2'],
    });
    const judged = ['web_fetch', 'web_raw', 'crm', 'my_crm2', 'lookup', 'search'].map((name) =>
      isOutside(call(name)),
    );
    expect(judged).toEqual([false, true, false, true, false, true]);
  });

  it.each([
    ['strict', 'run_tests', true],
    ['false', 'web_fetch', false],
  ] as const)('in the mode %s: %s', (mode, name, outside) => {
    expect(outsideTools({ ...NO_LISTS, mode })(call(name))).toBe(outside);
  });

  it.each([
    ['Read', '{"file_path":"/home/ada/shop/src/cart.ts"}', false],
    ['read_file', '{"path":"src/a.ts"}', false],
    ['Read', '{"file_path":"/home/ada/shop/node_modules/left-pad/README.md"}', true],
    ['Bash', '{"command":"npm test"}', false],
    ['Bash', '{"command":"cat .venv/lib/x.py"}', true],
    ['WebFetch', '{}', true],
    ['WebSearch', '{}', true],
    ['mcp__docs__lookup', '{}', true],
    ['Grep', '{"pattern":"search"}', false],
  ])('in a coding agent: %s %s', (name, given, outside) => {
    const isOutside = outsideTools({ ...NO_LISTS, mode: 'true' }, { framework: 'claude-code' });
    expect(isOutside(call(name, given))).toBe(outside);
  });

  it('run commands that fetch text from outside, which later ones may read', () => {
    const isOutside = outsideTools({ ...NO_LISTS, mode: 'true' });
    const commands = ['npm test', 'curl -so /tmp/x https://example.com', 'cat /tmp/x'];
    expect(commands.map((command) => isOutside(call('bash', command)))).toEqual([false, true, true]);
    expect(isOutside(call('refund_order'))).toBe(false);
  });
});
