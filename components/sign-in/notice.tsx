/** What was refused, and what to do about it. */
import { CircleAlert } from 'lucide-react';

export function Notice({ title, detail }: { title: string; detail: string }) {
  return (
    <div role="alert" className="flex gap-3 rounded-md border border-danger/40 bg-danger-soft p-3">
      <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-danger" />
      <div className="flex flex-col gap-0.5">
        <p className="font-medium">{title}</p>
        <p className="text-quiet text-table">{detail}</p>
      </div>
    </div>
  );
}
