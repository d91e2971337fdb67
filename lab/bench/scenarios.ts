/** What is measured: two floors, recall over little and over much knowledge, and what agents write. */
import { type Corpus, corpus } from './corpus.ts';

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

/** A POST of JSON, or a GET where there is no body. */
export interface LoadRequest {
  path: string;
  body?: string;
  headers?: Record<string, string>;
}

export interface Scenario {
  name: string;
  /** Which of the servers is asked. */
  form: string;
  requests: readonly LoadRequest[];
}

const BODIES = 200;

/** Requests that differ in what they say. */
export function posts(path: string, make: (text: Corpus, index: number) => unknown): LoadRequest[] {
  const text = corpus(99);
  return Array.from({ length: BODIES }, (_, index) => ({ path, body: JSON.stringify(make(text, index)) }));
}

export const recalls = (agent: string): LoadRequest[] =>
  posts('/v1/recall', (text) => ({ query: text.task(), scope: { agent_id: agent, user_id: 'u-1' } }));

function recall(name: string, { agent }: Size): Scenario {
  return { name, form: 'gateway', requests: recalls(agent) };
}

/** In a body, stands for a text that no other request has; the load generator replaces it. */
export const UNIQUE = '[<id>]';

/** New memories of an agent's user. */
export const additions = (agent: string): LoadRequest[] =>
  posts('/v1/memories', (text) => ({
    content: `${text.memory()} ${UNIQUE}`,
    scope: { agent_id: agent, user_id: 'u-1' },
  }));

function addMemory({ agent, memories }: Size): Scenario {
  const name = `add a memory beside ${memories.toLocaleString('en')}`;
  return { name, form: 'gateway', requests: additions(agent) };
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
    requests: posts('/', (text) => ({ query: text.task() })),
  },
  {
    name: 'floor: one insert',
    form: 'insert',
    requests: posts('/', (text) => ({ query: text.task() })),
  },
  recall('recall 20/5', SMALL),
  recall('recall 2,000/500', LARGE),
  { name: 'record episode', form: 'gateway', requests: posts('/v1/episodes', episode) },
  addMemory(HUNDRED),
  addMemory(LARGE),
  addMemory(HUGE),
];
