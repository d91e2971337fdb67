// Copied from server/domain by scripts/generate-client.mjs; do not edit.
/**
 * The detectors of credentials, which redaction and the safety scan share: what may not be stored may not be
 * learned.
 */

import type { Detector } from '../spans.ts';
import { findAccessTokens } from './access-tokens.ts';
import { findAuthorization } from './authorization.ts';
import { findCommandPasswords } from './command-passwords.ts';
import { findPairedSecrets } from './paired-secrets.ts';
import { findPasswordAssignments } from './password-assignment.ts';
import { findPrivateKeys } from './private-key.ts';

export const SECRET_DETECTORS: readonly Detector[] = [
  findPrivateKeys,
  findAccessTokens,
  findPasswordAssignments,
  findAuthorization,
  findCommandPasswords,
  findPairedSecrets,
];
