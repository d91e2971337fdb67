/** An agent on the Claude Agent SDK, with a `query` that learns. Its tools are those of Claude Code. */
import { query as ask } from '@anthropic-ai/claude-agent-sdk';
import { whetstoneQuery } from 'whetstone/claude-agent-sdk';
import { isStreamed, learning, modelUrl, start, task } from './setup.mjs';

const query = whetstoneQuery(ask, learning);
const options = {
  ...{ permissionMode: 'bypassPermissions', allowDangerouslySkipPermissions: true, settingSources: [] },
  includePartialMessages: isStreamed,
  env: {
    ...process.env,
    ANTHROPIC_BASE_URL: modelUrl,
    ANTHROPIC_API_KEY: 'sk-ant-stand-in',
    IS_SANDBOX: '1',
  },
};
await start(async () => {
  for await (const message of query({ prompt: task, options }))
    if (message.type === 'result' && message.is_error) throw new Error(JSON.stringify(message));
});
