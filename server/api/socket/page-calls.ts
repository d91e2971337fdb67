/**
 * What a page asks while Next renders it on the server. The calls are answered by the same handler as those of a
 * browser, with the cookies that came with the page: the same session, scopes, limits and audit, without a socket.
 */
import type { IncomingMessage } from 'node:http';
import { currentRequest, noteRequest, withRequest } from '../../platform/request-context.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { shared } from '../../platform/shared.ts';

/** Answers the call `target`, such as `/api/trpc/session.me?batch=1`, of the page that is being rendered. */
export type AnswerPageCall = (target: string, headers: Headers) => Promise<Response>;

/** Lets the page that `message` asks for make its calls. */
export function offerPageCalls(runtime: Runtime, message: IncomingMessage): void {
  const { cookie } = message.headers;
  noteRequest({
    answerCall: async (target, headers) => {
      if (cookie !== undefined) headers.set('cookie', cookie);
      const { requestId = '', clientAddress = '' } = currentRequest() ?? {};
      const { answerTrpc } = await import('../trpc/handler.ts');
      const request = new Request(new URL(target, 'http://gateway'), { headers });
      // A context of its own, since a call names itself as the route of its request.
      return await withRequest({ requestId, clientAddress }, () => answerTrpc(runtime, request));
    },
  });
  // Next renders from its own copies of modules: they find this through the process.
  shared(
    'page-calls',
    (): AnswerPageCall => async (target, headers) => {
      const answer = currentRequest()?.answerCall;
      if (answer === undefined) throw new Error('no page is being rendered');
      return await answer(target, headers);
    },
  );
}
