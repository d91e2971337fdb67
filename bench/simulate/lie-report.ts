/** The table of `npm run simulate` on sessions that lie: what share of them decides a canary. */
import { z } from 'zod';
import { CANARY_RULES } from '../../server/domain/skills/canary/verdict.ts';
import { AIMS, type LieTask } from './lie-cells.ts';
import { runAll } from './run-all.ts';
import type { Task } from './thread.ts';

type Report = Omit<LieTask, 'aim' | 'rule'> & { readonly say: (text: string) => void };

/** Prints the least share of sessions with which half of the canaries end as the liar wants, by aim and rule. */
export async function reportLies({ say, ...setup }: Report): Promise<void> {
  const tasks = AIMS.flatMap((_, aim) =>
    CANARY_RULES.map((rule): Task => ({ lie: { ...setup, aim, rule } })),
  );
  const shares = await runAll(tasks, (answer) => z.number().parse(answer));
  say('\nshare of the sessions that has to lie for half of the canaries to end as the liar wants, in %\n');
  say(`${''.padEnd(42)}${CANARY_RULES.map((rule) => rule.padStart(12)).join('')}`);
  for (const { name } of AIMS) {
    const own = shares.splice(0, CANARY_RULES.length);
    say(`${name.padEnd(42)}${own.map((share) => String(share).padStart(12)).join('')}`);
  }
}
