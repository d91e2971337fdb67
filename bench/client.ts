/** A caller of the gateway's interface, and how many calls it makes at once. */

/** A reply: its text, and what that means as JSON (undefined where it is none). */
export interface Reply {
  status: number;
  text: string;
  json: unknown;
}

export interface Client {
  url: string;
  /** Calls a path, and accepts any status. */
  call(method: string, path: string, body?: unknown): Promise<Reply>;
  /** Calls a path that must answer 2xx; throws with the reply where it does not. The caller knows the body's form. */
  ask<Body>(method: string, path: string, body?: unknown): Promise<Body>;
}

const AT_ONCE = 8;

function parseBody(response: Response, text: string): unknown {
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
  return isJson ? (JSON.parse(text) as unknown) : undefined;
}

/** A client for the gateway at `url`; `always` are headers of each call. */
export function createClient(url: string, always: Record<string, string> = {}): Client {
  const call = async (method: string, path: string, body?: unknown): Promise<Reply> => {
    const response = await fetch(url + path, {
      method,
      headers: { ...always, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      body: body === undefined ? null : JSON.stringify(body),
    });
    const text = await response.text();
    return { status: response.status, text, json: parseBody(response, text) };
  };
  return {
    url,
    call,
    async ask<Body>(method: string, path: string, body?: unknown) {
      const { status, text, json } = await call(method, path, body);
      if (status < 200 || status > 299) throw new Error(`${method} ${path} answered ${status}: ${text}`);
      return (json ?? text) as Body;
    },
  };
}

/** Does `work` for every item, a few at a time; the results are in the order of the items. */
export async function inParallel<Item, Result>(
  items: readonly Item[],
  work: (item: Item, index: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  let next = 0;
  const worker = async () => {
    for (let index = next++; index < items.length; index = next++) {
      results[index] = await work(items[index] as Item, index);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return results;
}
