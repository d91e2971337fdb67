'use client';

/** A link to a changeset that a page knows by its id alone, called by what it says. */
import { Link } from '../ui/text/link.tsx';
import { HeadlineText } from './headline.tsx';
import { useHeadlines } from './use-headlines.ts';

export function ChangesetLink({ id }: { id: string }) {
  const headline = useHeadlines([id]).get(id);
  return (
    <Link href={`/changesets/${id}`} title={id} className="underline underline-offset-3">
      {headline === undefined ? id : <HeadlineText headline={headline} most={100} />}
    </Link>
  );
}
