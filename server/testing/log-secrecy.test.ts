import { expect, it } from 'vitest';
import { STAND_IN_KEY } from '../../lab/model/model-runtime.ts';
import { recordRun } from './jobs/reflect-job.ts';
import { expectDiscreetLog } from './log-secrecy.ts';
import { describeOnOne, freshPrincipal } from './test-runtime.ts';

describeOnOne('the check of every suite’s log', (runtime) => {
  it('finds a transcript, a nested text and a credential', async () => {
    const rt = runtime();
    const said = 'the customer lives at the old mill';
    const deep = 'a result from far below';
    await recordRun(rt, freshPrincipal(), {
      messages: [{ role: 'user', content: said }],
      tool_calls: [{ name: 'look', arguments: { nested: [{ deep }] } }],
    });
    const check = (line: Record<string, unknown>) => expectDiscreetLog(rt.db, [line]);
    await check({ event: 'job.failed', error: 'TypeError: error' });
    await expect(check({ event: 'x', message: `cannot read ${said}!` })).rejects.toThrow(
      'what a caller has stored',
    );
    await expect(check({ event: 'x', of: { texts: [deep] } })).rejects.toThrow('what a caller has stored');
    await expect(check({ event: 'x', key: `Bearer ${STAND_IN_KEY}` })).rejects.toThrow('credential');
  });
});
