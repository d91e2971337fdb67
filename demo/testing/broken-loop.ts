/**
 * The ways in which a loop can be broken without any error: each is a fetch between the fleet and the gateway
 * that alters what passes through it. They prove that the checks see a broken loop.
 */

type Fields = Record<string, unknown>;

/** Alters the body of a request, or of a reply, to a path. */
interface Alteration {
  request?(path: string, body: unknown): unknown;
  reply?(path: string, body: Fields): Fields;
}

function altering({ request, reply }: Alteration): typeof fetch {
  return async (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input);
    const response = await fetch(
      input,
      request === undefined ? init : await altered(init, pathname, request),
    );
    if (reply === undefined || pathname !== '/v1/recall' || !response.ok) return response;
    return Response.json(reply(pathname, (await response.json()) as Fields));
  };
}

async function altered(
  init: RequestInit | undefined,
  path: string,
  request: NonNullable<Alteration['request']>,
): Promise<RequestInit | undefined> {
  if (!init?.body) return init;
  return { ...init, body: JSON.stringify(request(path, await new Response(init.body).json())) };
}

const asList = (value: unknown): Fields[] => (Array.isArray(value) ? (value as Fields[]) : []);

/** The holdout is served what everybody else was served last. */
export function servedHoldout(): typeof fetch {
  const known = new Map<unknown, Fields>();
  return altering({
    reply(_, recall) {
      for (const skill of asList(recall['skills'])) known.set(skill['name'], skill);
      return recall['holdout'] === true ? { ...recall, skills: [...known.values()] } : recall;
    },
  });
}

/** Every approval skips the canary. */
export function skippedCanary(): typeof fetch {
  return altering({
    request: (path, body) => (path.endsWith('/review') ? { ...(body as Fields), skip_canary: true } : body),
  });
}

/** Runs that were served one arm of a canary are recorded as runs of the other: recalls keep their sessions, runs change. */
export function swappedArms(): typeof fetch {
  const arms = new Map<unknown, string>();
  const spare = new Map<string, Fields[]>();
  const other = (armed: string) =>
    armed.endsWith('candidate')
      ? armed.replace(/candidate$/, 'incumbent')
      : armed.replace(/incumbent$/, 'candidate');
  const swap = (episode: Fields): Fields => {
    const armed = arms.get(episode['recall_id']);
    if (armed === undefined) return episode;
    const { recall_id, session_id, idempotency_key } = episode;
    spare.set(armed, [...(spare.get(armed) ?? []), episode]);
    const ofOther = spare.get(other(armed))?.pop();
    if (ofOther === undefined) return { ...episode, recall_id: null };
    return { ...ofOther, recall_id, session_id, idempotency_key };
  };
  return altering({
    request: (path, body) => (path === '/v1/episodes:batch' ? asList(body).map(swap) : body),
    reply(_, recall) {
      const armed = asList(recall['skills']).find(({ arm }) => typeof arm === 'string');
      if (armed !== undefined) arms.set(recall['recall_id'], `${armed['name']} ${armed['arm']}`);
      return recall;
    },
  });
}
