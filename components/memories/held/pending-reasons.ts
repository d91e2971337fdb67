/** Why a memory waits for a reviewer, in a reader's words. Pure. */
import { learnedText } from '../../changesets/preview/finding-text.ts';

interface PendingReason {
  label: string;
  means: string;
  /** A finding of the safety scan, which an approval accepts. */
  finding: boolean;
}

const KNOWN: Record<string, Omit<PendingReason, 'finding'>> = {
  auto_approve_off: {
    label: 'policy: every memory is reviewed',
    means: 'Memories are not approved automatically here.',
  },
  few_sessions: {
    label: 'policy: too few sessions',
    means:
      'Fewer independent sessions support it than policy requires. It is approved once there are enough.',
  },
  not_reconciled: {
    label: 'the model was slow',
    means: 'The model did not answer in time. A job reconciles it later.',
  },
  resembles: {
    label: 'similar to an active memory',
    means: 'It may replace or repeat an active memory, and no model is configured to decide.',
  },
};

/** From the service's word (`resembles`, `secret:email`, `injection:…`) to what to show. */
function pendingReason(word: string): PendingReason {
  const known = KNOWN[word];
  if (known !== undefined) return { ...known, finding: false };
  const [kind = word, detail = ''] = word.split(':', 2);
  const what = detail.replaceAll(/[_-]/g, ' ');
  const learned = learnedText(word);
  if (learned !== null) return { label: `finding: ${what}`, means: `${learned}.`, finding: true };
  if (kind === 'injection') {
    return {
      label: `finding: injection, ${what}`,
      means: 'It reads like an instruction to the agent rather than something to remember.',
      finding: true,
    };
  }
  if (kind === 'secret') {
    return { label: `finding: secret, ${what}`, means: 'It seems to contain a secret.', finding: true };
  }
  return { label: word.replaceAll('_', ' '), means: `Held because of ${word}.`, finding: kind !== word };
}

interface PendingReasons {
  /** Of the reasons that mean the same. */
  labels: string[];
  means: string;
  finding: boolean;
}

/** All reasons of a hold, those that mean the same together, in their order. */
export function pendingReasons(words: readonly string[]): PendingReasons[] {
  const reasons = new Map<string, PendingReasons>();
  for (const { label, means, finding } of words.map(pendingReason)) {
    const known = reasons.get(means);
    if (known === undefined) reasons.set(means, { labels: [label], means, finding });
    else known.labels.push(label);
  }
  return [...reasons.values()];
}

/** What an approval would accept in spite of the safety scan; null where it found nothing. */
export function dangerIn(words: readonly string[]): string | null {
  const [first, ...more] = pendingReasons(words)
    .filter(({ finding }) => finding)
    .flatMap(({ labels }) => labels.map((label) => label.replace('finding: ', '').replace(',', ':')));
  if (first === undefined) return null;
  return more.length === 0 ? first : `${first} and ${more.length} more`;
}
