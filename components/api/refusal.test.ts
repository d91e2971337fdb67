import { TRPCClientError } from '@trpc/client';
import { describe, expect, it } from 'vitest';
import { asSentence } from '../ui/text/counted.ts';
import { refusalText } from './refusal.ts';

function refused(detail: string, problems: { path: (string | number)[]; message: string }[] | null) {
  const data = { kind: 'invalid', detail, requestId: null, problems };
  return new TRPCClientError('', { result: { error: { message: '', code: -32603, data } } });
}

describe('why a call was refused', () => {
  it('has the name of the field for its subject', () => {
    const error = refused('is not a public address', [
      { path: ['body', 'url'], message: 'is not a public address' },
    ]);
    expect(refusalText(error, { url: 'The address' })).toBe('The address is not a public address');
    expect(refusalText(error)).toBe('Is not a public address');
  });

  it('names the field before a message that is a sentence already', () => {
    const error = refused('validation failed', [{ path: ['url'], message: 'Invalid input' }]);
    expect(refusalText(error, { url: 'The address' })).toBe('The address: Invalid input');
  });

  it('is what the server says where it is about no field', () => {
    expect(refusalText(refused('the delivery is waiting already', null))).toBe(
      'The delivery is waiting already',
    );
    expect(refusalText(new Error('x'))).toBe('The server did not answer');
    expect(asSentence('')).toBe('');
  });
});
