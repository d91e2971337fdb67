/**
 * A stand-in identity provider: publishes keys on loopback, signs tokens with them, rotates and fails on
 * request.
 */

import { createServer } from 'node:http';
import { type CryptoKey, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { onLoopback } from './loopback.ts';

/** What a token's header says: RS256 and the key's own id unless named; a kid of undefined is left out. */
export interface TokenHeader {
  alg?: string;
  kid?: string | undefined;
}

export interface IdentityProvider {
  readonly url: string;
  /** How often the keys were fetched. */
  fetches(): number;
  /**
   * What the endpoint answers from now on: its keys, an error, something that is no key set, or no
   * connection.
   */
  behave(as: 'well' | 'error' | 'garbage' | 'away'): void;
  /** Publishes new keys in place of the old ones. */
  rotate(): Promise<void>;
  /** A token signed with the current key of its algorithm. */
  sign(claims: JWTPayload, header?: TokenHeader): Promise<string>;
  close(): Promise<void>;
}

const ALGORITHMS = ['RS256', 'ES256', 'PS256', 'RS512', 'EdDSA'];

interface KeyEntry {
  kid: string;
  key: CryptoKey;
  jwk: Record<string, unknown>;
}

async function makeKeys(generation: number): Promise<Map<string, KeyEntry>> {
  const entries = await Promise.all(
    ALGORITHMS.map(async (alg): Promise<[string, KeyEntry]> => {
      const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
      const kid = `${alg}-${generation}`;
      return [alg, { kid, key: privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg, use: 'sig' } }];
    }),
  );
  return new Map(entries);
}

/** Starts a provider on a free port of loopback. */
export async function startIdentityProvider(): Promise<IdentityProvider> {
  let generation = 1;
  let keys = await makeKeys(generation);
  let mode = 'well';
  let fetches = 0;
  const server = createServer((_, response) => {
    fetches += 1;
    if (mode === 'away') response.destroy();
    else if (mode === 'error') response.writeHead(500).end();
    else if (mode === 'garbage') response.end('{"keys": 7}');
    else response.end(JSON.stringify({ keys: [...keys.values()].map(({ jwk }) => jwk) }));
  });
  const { url, close } = await onLoopback(server);
  return {
    url: `${url}/jwks`,
    fetches: () => fetches,
    behave(as) {
      mode = as;
    },
    async rotate() {
      generation += 1;
      keys = await makeKeys(generation);
    },
    async sign(claims, { alg = 'RS256', ...header } = {}) {
      const entry = keys.get(alg);
      if (entry === undefined) throw new Error(`no key for ${alg}`);
      const kid = 'kid' in header ? header.kid : entry.kid;
      return await new SignJWT(claims)
        .setProtectedHeader({ alg, ...(kid === undefined ? {} : { kid }) })
        .sign(entry.key);
    },
    close,
  };
}
