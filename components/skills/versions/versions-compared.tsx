/** The difference between two versions, each read by its number. */
'use client';

import { ErrorBlock, SkeletonRows } from '../../ui/states.tsx';
import { useVersion } from './use-version.ts';
import { VersionDiff } from './version-diff.tsx';

export function VersionsCompared({ id, from, to }: { id: string; from: number; to: number }) {
  const before = useVersion(id, from);
  const after = useVersion(id, to);
  const failed = [before, after].find(({ error }) => error !== null);
  if (failed !== undefined) {
    return <ErrorBlock what="load the versions" error={failed.error} onRetry={failed.retry} />;
  }
  if (before.version === null || after.version === null) return <SkeletonRows count={3} label="Comparing" />;
  return <VersionDiff before={before.version} after={after.version} />;
}
