/** Snippets for a first agent: each records one episode and recalls. Browser tests run every one. Pure. */

export const WAYS = ['curl', 'typescript', 'python', 'mcp'] as const;
export type Way = (typeof WAYS)[number];

export const WAY_LABELS: Record<Way, string> = {
  curl: 'curl',
  typescript: 'TypeScript',
  python: 'Python',
  mcp: 'MCP',
};

/** Where the gateway is; the raw key where one is at hand, null where none is needed. */
export interface Connection {
  url: string;
  key: string | null;
}

/** Stands where a key belongs that the page cannot know. */
export const KEY_PLACEHOLDER = '<your key>';

/** The shell's lines that the snippets build on. */
export function environment({ url, key }: Connection): string {
  const lines = [`export WHETSTONE_URL='${url}'`];
  if (key !== null) lines.push(`export WHETSTONE_API_KEY='${key}'`);
  return lines.join('\n');
}

const CURL = `curl -sS "$WHETSTONE_URL/v1/episodes" \\AUTH
  -H 'content-type: application/json' \\
  -d '{
    "task": "Refund order 1001",
    "outcome": "failure",
    "error": "refund exceeds the captured amount"
  }'

curl -sS "$WHETSTONE_URL/v1/recall" \\AUTH
  -H 'content-type: application/json' \\
  -d '{ "query": "Refund order 1002" }'`;

const CURL_AUTH = `
  -H "authorization: Bearer $WHETSTONE_API_KEY" \\`;

/** The client reads both variables by itself. */
const TYPESCRIPT = `// The package is the folder client/ of Whetstone: npm install <checkout>/client
import { Whetstone } from 'whetstone';

const whetstone = new Whetstone();

whetstone.record({
  task: 'Refund order 1001',
  outcome: 'failure',
  error: 'refund exceeds the captured amount',
});
console.log(await whetstone.flush());

const recall = await whetstone.recall('Refund order 1002');
console.log(recall.instructions || 'Nothing is known yet');`;

/** Nothing but the standard library. */
const PYTHON = `import json, os, urllib.request

def ask(path, body):
    headers = {"content-type": "application/json"}
    if "WHETSTONE_API_KEY" in os.environ:
        headers["authorization"] = "Bearer " + os.environ["WHETSTONE_API_KEY"]
    url = os.environ["WHETSTONE_URL"] + path
    request = urllib.request.Request(url, json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request, timeout=10) as reply:
        return json.load(reply)

print(ask("/v1/episodes", {
    "task": "Refund order 1001",
    "outcome": "failure",
    "error": "refund exceeds the captured amount",
}))
recall = ask("/v1/recall", {"query": "Refund order 1002"})
print(recall["instructions"] or "Nothing is known yet")`;

function mcp({ url, key }: Connection): string {
  const headers = key === null ? {} : { headers: { Authorization: `Bearer ${key}` } };
  return JSON.stringify(
    { mcpServers: { whetstone: { type: 'http', url: `${url}/mcp`, ...headers } } },
    null,
    2,
  );
}

/** The instructions to the agent beside the MCP server. */
export const MCP_RULE =
  'Call recall before you start a task, and record with its outcome when the task is over.';

/** The snippet of one way. */
export function snippetOf(way: Way, connection: Connection): string {
  if (way === 'mcp') return mcp(connection);
  if (way === 'typescript') return TYPESCRIPT;
  if (way === 'python') return PYTHON;
  return CURL.replaceAll('AUTH', connection.key === null ? '' : CURL_AUTH);
}
