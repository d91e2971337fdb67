/** `whetstone recall`: what an agent would be told for a task. Unlike in an agent, a fault is shown. */
import { Command } from 'commander';
import { checkedRecall } from '../recall.ts';
import { wholeNumber } from './numbers.ts';
import { action } from './session.ts';

interface Options {
  session?: string;
  maxSkills?: number;
  maxMemories?: number;
  asOf?: string;
}

export function recallCommand(): Command {
  return new Command('recall')
    .description('what is known for a task, ready for a system prompt')
    .argument('<task>')
    .option('--session <id>', 'session of the run')
    .option('--max-skills <n>', 'most skills in full', wholeNumber)
    .option('--max-memories <n>', 'most memories', wholeNumber)
    .option('--as-of <time>', 'memories as they were believed then (ISO 8601)')
    .action(
      action<Options>(async ({ settings, out, call }, options, query) => {
        const reply = await call('recall', {
          body: {
            query: query ?? '',
            scope: { agent_id: settings.agentId, user_id: settings.userId },
            session_id: options.session ?? null,
            max_skills: options.maxSkills ?? null,
            max_memories: options.maxMemories ?? null,
            as_of: options.asOf ?? null,
          },
        });
        const { failure: _, ...recall } = checkedRecall(reply);
        const nothing = recall.holdout
          ? 'Nothing: this session is held out.'
          : 'Nothing is known for this task.';
        out.result(recall, () => (recall.instructions === '' ? nothing : recall.instructions));
      }),
    );
}
