/** What the filters of the queue offer, in words. Loaded with their panel. */
const any = (label: string) => ({ value: '', label });
const plain = (value: string) => ({ value, label: value });

export const SOURCES = [
  any('Any source'),
  ...['reflection', 'evolution', 'curation', 'import'].map(plain),
  { value: 'api', label: 'written by a person' },
];
export const RISKS = [any('Any risk'), ...['low', 'medium', 'high'].map(plain)];
export const FINDINGS = [any('Any findings'), ...['secret', 'injection', 'size', 'lint'].map(plain)];
