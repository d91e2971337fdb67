/** The figures of a rehearsal beside those of the record, or of another rehearsal. */

import type { Concerns } from '../../server/domain/admin/rehearsal/setting-names.ts';
import { Card } from '../ui/layout/card.tsx';
import { type Column, Table } from '../ui/layout/table.tsx';
import { grouped } from '../ui/text/counted.ts';
import { gapWords, type Result } from './words.ts';

interface Figure {
  what: string;
  before: number;
  rehearsed: number;
  other: number | null;
}

/** In the order of the page. Each part counts what the record shows; the holdout is drawn again for another rate. */
function figuresOf(result: Result, other: Result | null, concerns: Concerns): Figure[] {
  const figure = (what: string, before: number, read: (of: Result) => number): Figure => ({
    ...{ what, before, rehearsed: read(result) },
    other: other === null ? null : read(other),
  });
  const { changesets, canaries, holdout } = result;
  return [
    figure('Changesets approved without a person', changesets.byPolicyBefore, (of) => of.changesets.byPolicy),
    figure('of which a reviewer rejected', 0, (of) => of.changesets.newlyApproved.rejected),
    figure('Canaries started immediately', changesets.onTrialBefore, (of) => of.changesets.onTrial),
    figure('Canaries promoted', canaries.promotedBefore, (of) => of.canaries.promoted),
    figure('Recalls with a different result', 0, (of) => of.recalls.differing),
    ...(concerns.holdout
      ? [figure('Sessions in the holdout', holdout.before, (of) => of.holdout.heldOut)]
      : []),
  ].filter(({ before, rehearsed, other: compared }) => before + rehearsed + (compared ?? 0) > 0);
}

interface FiguresProps {
  result: Result;
  /** The rehearsal that is compared with; null for none. */
  other: Result | null;
  concerns: Concerns;
}

export function FiguresCard({ result, other, concerns }: FiguresProps) {
  const columns: Column<Figure>[] = [
    { key: 'what', header: 'Figure', cell: ({ what }) => what },
    {
      key: 'before',
      header: 'As it was',
      word: 'was',
      kind: 'number',
      cell: ({ before }) => grouped(before),
    },
    {
      key: 'rehearsed',
      header: 'Rehearsed',
      word: 'rehearsed',
      kind: 'number',
      cell: ({ rehearsed }) => <strong className="font-semibold">{grouped(rehearsed)}</strong>,
    },
    ...(other === null
      ? []
      : [
          {
            key: 'other',
            header: 'Compared',
            word: 'compared',
            kind: 'number' as const,
            cell: (figure: Figure) => (figure.other === null ? '' : grouped(figure.other)),
          },
        ]),
  ];
  const rows = figuresOf(result, other, concerns);
  return (
    <Card title="Figures" flush={true}>
      {rows.length === 0 ? (
        <p className="p-4 text-quiet text-table">Nothing was recorded in this period.</p>
      ) : (
        <Table caption="Figures" columns={columns} rows={rows} rowKey={({ what }) => what} />
      )}
      <CannotTell result={result} concerns={concerns} />
    </Card>
  );
}

function CannotTell({ result, concerns }: Omit<FiguresProps, 'other'>) {
  const parts = [
    { noun: 'Changesets', unknown: result.changesets.unknown },
    ...(concerns.canaries ? [{ noun: 'Canaries', unknown: result.canaries.unknown }] : []),
    { noun: 'Recalls', unknown: result.recalls.unknown },
  ].filter(({ unknown }) => unknown.length > 0);
  if (parts.length === 0) return null;
  return (
    <div className="flex flex-col gap-1.5 border-line border-t p-4 text-quiet text-table">
      <h3 className="font-medium text-caption">Not recorded</h3>
      {parts.map(({ noun, unknown }) => (
        <p key={noun}>
          {noun}: {unknown.map(({ reason, count }) => `${grouped(count)}, ${gapWords(reason)}`).join('; ')}.
        </p>
      ))}
    </div>
  );
}
