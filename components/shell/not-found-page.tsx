/** Says the same of everything that cannot be shown, for any reason. */
import Link from 'next/link';
import { buttonLook } from '../ui/forms/button-look.ts';
import { Mark } from './mark.tsx';

/** For who is not signed in: without the frame. */
export function NotFoundPage() {
  return (
    <main className="grid min-h-dvh place-items-center p-6">
      <NothingHere />
    </main>
  );
}

export function NothingHere() {
  return (
    <div className="m-auto flex max-w-md flex-col items-start gap-4">
      <Mark className="size-10 text-ink" />
      <h1 className="font-semibold text-title">Page not found</h1>
      <p className="text-quiet">
        The address is wrong, the item was deleted, or it belongs to another tenant.
      </p>
      <Link href="/review" className={buttonLook({ variant: 'primary' })}>
        Go to review
      </Link>
    </div>
  );
}
