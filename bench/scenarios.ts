/** What is measured: two floors, recall over little and over much knowledge, and what agents write. */
import { type Corpus, corpus } from './corpus.ts';
import type { Form } from './databases.ts';

/** Knowledge of an agent: memories and skills. */
export interface Size {
  agent: string;
  memories: number;
  skills: number;
}

export const SMALL: Size = { agent: 'small', memories: 20, skills: 5 };
export const LARGE: Size = { agent: 'large', memories: 2000, skills: 500 };

export const HUGE: Size = { agent: 'huge', memories: 10_000, skills: 0 };
export const HUNDRED: Size = { agent: 'hundred', memories: 100, skills: 0 };

export interface Scenario {
  name: string;
  form: Form;
  path: string;
  bodies: string[];
}

const BODIES = 200;

function bodies(make: (text: Corpus) => unknown): string[] {
  const text = corpus(99);
  return Array.from({ length: BODIES }, () => JSON.stringify(make(text)));
}

function recall(name: string, { agent }: Size): Scenario {
  const make = (text: Corpus) => ({ query: text.task(), scope: { agent_id: agent, user_id: 'u-1' } });
  return { name, form: 'gateway', path: '/v1/recall', bodies: bodies(make) };
}

/** In a body, stands for a text that no other request has; the load generator replaces it. */
export const UNIQUE = '[<id>]';

function addMemory({ agent, memories }: Size): Scenario {
  const make = (text: Corpus) => ({
    content: `${text.memory()} ${UNIQUE}`,
    scope: { agent_id: agent, user_id: 'u-1' },
  });
  const name = `add a memory beside ${memories.toLocaleString('en')}`;
  return { name, form: 'gateway', path: '/v1/memories', bodies: bodies(make) };
}

/** A run of medium length that went well. */
export function episode(text: Corpus): object {
  return {
    task: text.task(),
    messages: [
      { role: 'user', content: text.words(60) },
      { role: 'assistant', content: text.words(120) },
    ],
    tool_calls: [{ name: 'lookup', arguments: { q: text.words(5) }, result: text.words(40) }],
    outcome: 'success',
    framework: 'bench',
  };
}

export const SCENARIOS: Scenario[] = [
  {
    name: 'floor: bare handler',
    form: 'bare',
    path: '/',
    bodies: bodies((text) => ({ query: text.task() })),
  },
  {
    name: 'floor: one insert',
    form: 'insert',
    path: '/',
    bodies: bodies((text) => ({ query: text.task() })),
  },
  recall('recall 20/5', SMALL),
  recall('recall 2,000/500', LARGE),
  { name: 'record episode', form: 'gateway', path: '/v1/episodes', bodies: bodies(episode) },
  addMemory(HUNDRED),
  addMemory(LARGE),
  addMemory(HUGE),
];
