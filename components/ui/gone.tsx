/** The same page for an id that never was, for what is gone, and for what belongs to another tenant. */
import { PageHeader } from './page-header.tsx';
import { EmptyState } from './states.tsx';

/** `noun` in the singular: "skill". */
export function Gone({ noun }: { noun: string }) {
  return (
    <>
      <PageHeader title={`There is no such ${noun}`} />
      <EmptyState title="Nothing here">
        The id is unknown, or the {noun} belongs to a tenant you are not signed in to.
      </EmptyState>
    </>
  );
}
