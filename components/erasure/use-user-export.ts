'use client';

/** Reads all rows of a user, page by page, and hands them to the browser as one file. */
import { useMutation } from '@tanstack/react-query';
import { useTRPCClient } from '../api/trpc.ts';
import { saveFile } from '../ui/save-file.ts';

export function useUserExport(userId: string) {
  const client = useTRPCClient();
  const { mutate, isPending, data, error } = useMutation({
    // Answers with a number only: what was exported stays out of the cache of mutations.
    mutationFn: async () => {
      const lines: string[] = [];
      for (let cursor: string | null = null; ; ) {
        const page: { lines: string[]; nextCursor: string | null } = await client.erasure.export.mutate({
          ...{ userId, cursor },
        });
        lines.push(...page.lines);
        cursor = page.nextCursor;
        if (cursor === null) break;
      }
      download(lines);
      return lines.length;
    },
  });
  return { save: () => mutate(), saving: isPending, saved: data ?? null, error };
}

function download(lines: readonly string[]): void {
  const text = lines.map((line) => `${line}\n`);
  const name = `user-export-${new Date().toISOString().slice(0, 10)}.ndjson`;
  saveFile(new Blob(text, { type: 'application/x-ndjson' }), name);
}
