/** The SDKs that are tried, as data: what is installed for each, and what its agent can do. */
import { copyFileSync, globSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import { npmInstall } from '../real-clients/install.ts';

export interface Sdk {
  /** The name of its agent's file. */
  name: string;
  /** Sets of packages, newest first; the first package of a set is the SDK. */
  versions: string[][];
  /** What its agent is tried with, beside whole answers and streams of chat completions. */
  modes: string[];
}

const WHOLE_AND_STREAMED = ['chat', 'chat streamed'];
const PLAIN_MODES = [...WHOLE_AND_STREAMED, 'responses', 'responses streamed', 'chat refused'];
/** Where a framework calls the tools, a rule may stop a call. */
const OPENAI_MODES = [...PLAIN_MODES, 'chat guarded', 'chat streamed guarded'];

export const SDKS: Sdk[] = [
  {
    name: 'ai',
    versions: [
      ['ai@7', '@ai-sdk/openai@4', 'zod'],
      ['ai@6', '@ai-sdk/openai@3', 'zod'],
      ['ai@5', '@ai-sdk/openai@2', 'zod'],
    ],
    modes: OPENAI_MODES,
  },
  { name: 'openai', versions: [['openai@7'], ['openai@6']], modes: PLAIN_MODES },
  { name: 'openai-agents', versions: [['@openai/agents@0', 'openai@6', 'zod']], modes: OPENAI_MODES },
  {
    name: 'langgraph',
    versions: [
      ['@langchain/langgraph@1', '@langchain/openai@1', '@langchain/core@1', 'zod'],
      ['@langchain/langgraph@0', '@langchain/openai@0', '@langchain/core@0', 'zod'],
    ],
    modes: [...WHOLE_AND_STREAMED, 'chat refused', 'chat resumed', 'chat resumed, flushed', 'chat guarded'],
  },
  { name: 'mastra', versions: [['@mastra/core@1', '@ai-sdk/openai@4', 'zod']], modes: OPENAI_MODES },
  {
    name: 'claude-agent-sdk',
    versions: [['@anthropic-ai/claude-agent-sdk@0']],
    modes: ['messages', 'messages streamed'],
  },
];

const FOLDER = join(import.meta.dirname, '../../.cache/real-sdks');
const CLIENT = join(import.meta.dirname, '../../client');

export interface Installed {
  /** Where the agent is, and what it imports. */
  folder: string;
  version: string;
}

/** Installs a set of packages into a folder of its own, with the client as it is in this checkout and the agents. */
export function install({ name }: Sdk, packages: readonly string[]): Installed {
  const [main = ''] = packages;
  const folder = join(FOLDER, `${name}-${main.split('@').at(-1)}`);
  npmInstall(folder, packages);
  const client = join(folder, 'node_modules/whetstone');
  rmSync(client, { force: true });
  symlinkSync(CLIENT, client);
  for (const file of globSync(join(import.meta.dirname, 'agents/*.mjs')))
    copyFileSync(file, join(folder, basename(file)));
  const manifest = join(folder, 'node_modules', main.replace(/@[^@]*$/, ''), 'package.json');
  return { folder, version: String(JSON.parse(readFileSync(manifest, 'utf8')).version) };
}
