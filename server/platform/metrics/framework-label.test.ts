/** Which frameworks get a metric label: what callers make up must not become one. */
import { expect, it } from 'vitest';
import { frameworkLabel } from './framework-label.ts';

it('is the name of a known framework, however it is spelled', () => {
  const label = frameworkLabel([]);
  expect(['langgraph', 'LangGraph', 'pydantic_ai', 'Semantic Kernel', 'vercel-ai-sdk'].map(label)).toEqual([
    'langgraph',
    'langgraph',
    'pydantic-ai',
    'semantic-kernel',
    'vercel-ai-sdk',
  ]);
});

it('is other for what is not known, from the first one on, and unknown where nothing is said', () => {
  const label = frameworkLabel([]);
  const madeUp = ['acme-secret-project', 'jane.doe@example.com', 'langgraph2', '__proto__', 'constructor'];
  expect(madeUp.map(label)).toEqual(madeUp.map(() => 'other'));
  expect([label(null), label(''), label('unknown'), label('other')]).toEqual([
    'unknown',
    'unknown',
    'other',
    'other',
  ]);
});

it('is also the name of one that the operator lists', () => {
  const label = frameworkLabel(['Our_Agents']);
  expect([label('our-agents'), label('OUR AGENTS'), label('their-agents')]).toEqual([
    'our-agents',
    'our-agents',
    'other',
  ]);
});
