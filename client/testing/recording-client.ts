/** A client whose gateway knows nothing but `known`, numbers its recalls, and keeps what it is sent. */
import { emptyRecall } from '../src/recall.ts';
import { Whetstone } from '../src/whetstone.ts';

export function recordingClient(known: object = {}) {
  const recalled: { query: string }[] = [];
  const recorded: { task: string; recall_id: string | null; [key: string]: unknown }[] = [];
  const client = new Whetstone({
    url: 'http://127.0.0.1:1',
    fetch: async (_input, init) => {
      const body = JSON.parse(await new Response(init?.body ?? null).text());
      if (Array.isArray(body)) {
        recorded.push(...body);
        return Response.json({ episodes: body });
      }
      recalled.push(body);
      return Response.json({ ...emptyRecall(null), recall_id: `rc_${recalled.length}`, ...known });
    },
  });
  return { client, recalled, recorded };
}
