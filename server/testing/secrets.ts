/** A credential of each kind that is known for one, made so that no scanner of repositories takes this file for a leak. */
import type { SensitiveKind } from '../domain/safety/spans.ts';

const filler = (length: number) => 'a1B2c3D4e5F6g7H8'.repeat(8).slice(0, length);

/** `text` is how it stands in a text; `core` is the part that must be found nowhere. */
export interface PlantedSecret {
  kind: SensitiveKind;
  text: string;
  core: string;
}

const planted = (kind: SensitiveKind, core: string, text = core): PlantedSecret => ({ kind, core, text });

const dashes = '-'.repeat(5);

export const PLANTED_SECRETS: readonly PlantedSecret[] = [
  planted('aws_access_key', `AKIA${'Q2W3E4R5T6Y7U2I3'}`),
  planted('github_token', `ghp_${filler(36)}`),
  planted('slack_token', `xoxb-1234567890-${filler(24)}`),
  planted('api_key', `sk-proj-${filler(40)}`),
  planted('jwt', `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.${filler(43)}`),
  planted('password_assignment', 'Tr0ub4dor3xZ9', 'password=Tr0ub4dor3xZ9'),
  planted(
    'private_key',
    filler(64),
    `${dashes}BEGIN RSA PRIVATE KEY${dashes}\n${filler(64)}\n${dashes}END RSA PRIVATE KEY${dashes}`,
  ),
];
