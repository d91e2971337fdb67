/** Findings in words. Pure. */

/** Whether a finding holds a change until a reviewer has looked; lint is advice. */
export function holds(finding: string): boolean {
  return !finding.startsWith('lint:');
}

/** `lint:too-long:96w` as "Too long: 96 words". */
export function findingText(finding: string): string {
  const [family = '', kind = '', detail = ''] = finding.split(':');
  switch (family) {
    case 'secret':
      return `Looks like a secret: ${kind.replaceAll(/[_-]/g, ' ')}`;
    case 'injection':
      return `Reads like a planted instruction: ${kind.replaceAll(/[_-]/g, ' ')}`;
    case 'size':
      return `Too large to be read over: ${Number(kind).toLocaleString('en')} characters`;
    default:
      return ADVICE[kind]?.(detail) ?? finding;
  }
}

const ADVICE: Record<string, (detail: string) => string> = {
  'too-long': (detail) => `Too long to be followed: ${detail.replace(/w$/, '')} words`,
  'too-short': () => 'Too short to tell an agent anything',
  'incident-log-shape': () => 'Reads like a report of one incident, not like a rule',
};
