/** Callers of a running gateway's interface. */

/** A reply: its text, and what that means as JSON (undefined where it is none). */
export interface Reply {
  status: number;
  headers: Headers;
  text: string;
  json: unknown;
}

export interface Client {
  url: string;
  /** Calls a path, and accepts any status. */
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>;
  /**
   * Calls a path that must answer 2xx; throws with the reply where it does not. The caller knows the body's
   * form.
   */
  ask<Body>(method: string, path: string, body?: unknown): Promise<Body>;
}

/** Sends `body` as JSON, and reads the reply. */
export async function callJson(
  address: string,
  method: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Reply> {
  const response = await fetch(address, {
    method,
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
  return {
    ...{ status: response.status, headers: response.headers, text },
    json: isJson && text !== '' ? (JSON.parse(text) as unknown) : undefined,
  };
}

/** A client for the gateway at `url`; `always` are headers of each call. */
export function createClient(url: string, always: Record<string, string> = {}): Client {
  const call: Client['call'] = async (method, path, body, headers = {}) =>
    await callJson(url + path, method, body, { ...always, ...headers });
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
