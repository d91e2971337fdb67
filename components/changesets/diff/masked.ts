/** Masks the secrets of a proposal wherever the page shows its text. The scan is loaded only where it is needed. */
'use client';

import { createContext, useCallback, useContext, useEffect, useState } from 'react';
import { isBlocking } from '../../../server/domain/safety/spans.ts';
import type { FindSpans } from '../../ui/text/finding-spans.ts';
import { findingText } from '../preview/finding-text.ts';
import { useScanSpans } from '../preview/scan-spans.ts';

/** Makes a text safe to show. */
export type Mask = (text: string) => string;

/** As the server redacts it in headlines. */
const SHOWN_AS = (finding: string) => `[REDACTED ${finding.replace('secret:', '')}]`;

export const MaskContext = createContext<Mask>((text) => text);

/** The mask of the changeset on the page. */
export function useMask(): Mask {
  return useContext(MaskContext);
}

const isSecret = (finding: string) => finding.startsWith('secret:');

const HIDDEN: Mask = () => '…';
const NOTHING_TO_HIDE: Mask = (text) => text;

/** The mask for a changeset's findings: hides everything until the scan is there to say what must be hidden. */
export function useMaskFor(findings: readonly string[]): Mask {
  const needed = findings.some(isSecret);
  const [mask, setMask] = useState<{ run: Mask } | null>(null);
  useEffect(() => {
    if (!needed || mask !== null) return;
    void import('../../../server/domain/safety/scan.ts').then(({ scanMatches }) => {
      setMask({ run: (text) => masked(text, scanMatches(text)) });
    });
  }, [needed, mask]);
  if (!needed) return NOTHING_TO_HIDE;
  return mask?.run ?? HIDDEN;
}

/** What {@link masked} puts in the place of a secret. */
const MASKED = /\[REDACTED ([a-z0-9_]+)\]/g;

/** Finds what the page of these findings has to mark: what the scan objects to, and what is masked. */
export function useFindingsFor(findings: readonly string[]): FindSpans {
  const scan = useScanSpans(findings.some(isBlocking));
  const masks = findings.some(isSecret);
  return useCallback(
    (text) => [
      ...scan(text),
      // Elsewhere such a label only says what a run's redaction left out.
      ...Array.from(masks ? text.matchAll(MASKED) : [], ({ 0: label, 1: kind, index }) => ({
        ...{ start: index, end: index + label.length, name: findingText(`secret:${kind}`, null) },
      })),
    ],
    [scan, masks],
  );
}

interface Match {
  finding: string;
  start: number;
  end: number;
}

function masked(text: string, matches: readonly Match[]): string {
  const parts: string[] = [];
  let from = 0;
  for (const { finding, start, end } of matches) {
    if (!isSecret(finding) || start < from) continue;
    parts.push(text.slice(from, start), SHOWN_AS(finding));
    from = end;
  }
  return [...parts, text.slice(from)].join('');
}
