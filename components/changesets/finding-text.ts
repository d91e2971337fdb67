/** Findings in words: what was found, and what it means for the change. Pure. */

const KINDS: Record<string, string> = {
  secret: 'Looks like a secret',
  injection: 'Reads like a planted instruction',
  size: 'Too large to be read over',
};

/** A finding as a name, for where a sentence has no room: "secret: aws access key". */
export function findingName(finding: string): string {
  return finding.replace(':', ': ').replaceAll(/[_-]/g, ' ');
}

/** "Looks like a secret: aws access key", "Too long: 96 words, limit 80". */
export function findingText(finding: string, maxWords: number | null): string {
  const [family = '', kind = '', detail = ''] = finding.split(':');
  if (family === 'lint') return adviceText(kind, detail, maxWords);
  if (family === 'size') return `${KINDS.size}: ${Number(kind).toLocaleString('en')} characters`;
  return `${KINDS[family] ?? family}: ${kind.replaceAll(/[_-]/g, ' ')}`;
}

function adviceText(kind: string, detail: string, maxWords: number | null): string {
  if (kind === 'too-long') {
    const limit = maxWords === null ? '' : `, limit ${maxWords}`;
    return `Too long: ${detail.replace(/w$/, '')} words${limit}`;
  }
  if (kind === 'too-short') return 'Too short to tell an agent anything';
  if (kind === 'incident-log-shape') return 'Reads like a report of one incident, not like a rule';
  return kind.replaceAll('-', ' ');
}
