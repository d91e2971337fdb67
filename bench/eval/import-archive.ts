/**
 * Real SKILL.md files, as published, through the import: which become skills, which wait for review and which are
 * refused, each with its reason; and whether what was accepted survives an export and another import unchanged.
 */
import { type ArchiveFile, readArchive } from './archive.ts';
import { inParallel } from './client.ts';
import { type ImportedFile, importFile, type Outcome } from './import-file.ts';
import { type Context, type Figure, progress, type Section } from './section.ts';
import { clipped, percent, textTable } from './text-table.ts';

const NAME = /^name:[ \t]*["']?([^"'\r\n]*)/m;

/** Files of one name go to separate agents, as one would replace the other. */
function withAgents(files: readonly ArchiveFile[]): { file: ArchiveFile; agent: string }[] {
  const seen = new Map<string, number>();
  return files.map((file) => {
    const name = NAME.exec(file.text)?.[1]?.trim() ?? file.path;
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return { file, agent: `import-${count}` };
  });
}

function printNotAccepted({ say }: Context, imported: readonly ImportedFile[]): void {
  const rows = imported
    .filter(({ outcome }) => outcome !== 'accepted')
    .map(({ path, outcome, reason }) => [outcome, clipped(path, 62), clipped(reason, 110)])
    .sort(([a = ''], [b = '']) => a.localeCompare(b));
  say('\nNot accepted at once, with the reason');
  say(textTable(['outcome', 'file', 'reason'], rows));
}

function printDifferences({ say }: Context, imported: readonly ImportedFile[]): void {
  const rows = imported
    .filter(({ roundTrip }) => roundTrip !== null && roundTrip.difference !== '')
    .map(({ path, roundTrip }) => [clipped(path, 62), clipped(roundTrip?.difference ?? '', 160)]);
  if (rows.length > 0) say(`\nDifferent after export and import\n${textTable(['file', 'difference'], rows)}`);
}

function printLost({ say }: Context, imported: readonly ImportedFile[]): void {
  const rows = imported
    .flatMap(({ path, roundTrip }) => (roundTrip === null ? [] : [{ path, ...roundTrip.kept }]))
    .filter(({ lost }) => lost.length > 0)
    .sort((a, b) => b.lost.length / b.words - a.lost.length / a.words)
    .map(({ path, words, lost }) => [
      clipped(path, 62),
      percent(1 - lost.length / words),
      String(lost.length),
      clipped(lost.join(' '), 90),
    ]);
  if (rows.length === 0) return;
  say('\nWords below the headings that no rule has');
  say(textTable(['file', 'kept', 'lost', 'words'], rows));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function figuresOf(imported: readonly ImportedFile[]): Figure[] {
  const count = (outcome: Outcome) => imported.filter((file) => file.outcome === outcome).length;
  const trips = imported.flatMap(({ roundTrip }) => (roundTrip === null ? [] : [roundTrip]));
  const words = sum(trips.map(({ kept }) => kept.words));
  const lost = sum(trips.map(({ kept }) => kept.lost.length));
  const identical = trips.filter(({ difference }) => difference === '').length;
  return [
    { what: 'files accepted at once', measured: count('accepted'), unit: 'count' },
    { what: 'files held for review', measured: count('held'), unit: 'count' },
    { what: 'files refused with a reason', measured: count('refused'), unit: 'count' },
    { what: 'files that caused a fault', measured: count('fault'), target: atMost(0), unit: 'count' },
    {
      what: 'same after export and import',
      measured: identical / Math.max(1, trips.length),
      target: { at: 'least', value: 1 },
      unit: 'share',
    },
    { what: 'words kept in rules', measured: 1 - lost / Math.max(1, words), unit: 'share' },
    {
      what: 'slowest import',
      measured: Math.max(...imported.map(({ milliseconds }) => milliseconds)),
      unit: 'ms',
    },
  ];
}

const atMost = (value: number): NonNullable<Figure['target']> => ({ at: 'most', value });

export const importArchive: Section = async (context) => {
  const { data, lab, say, keep } = context;
  const files = await readArchive(data.path('skills', data.split, 'raw-skill-md.tar.gz'));
  const gateway = await lab.gateway('import');
  const tick = progress(context, 'imported, exported and imported again', files.length);
  const start = performance.now();
  const imported = await inParallel(withAgents(files), async ({ file, agent }) => {
    const result = await importFile(gateway, file, agent);
    tick();
    return result;
  });
  const seconds = (performance.now() - start) / 1000;
  await gateway.stop();
  printNotAccepted(context, imported);
  printDifferences(context, imported);
  printLost(context, imported);
  const bullets = sum(imported.map(({ roundTrip }) => roundTrip?.bullets ?? 0));
  const first = sum(imported.map(({ milliseconds }) => milliseconds)) / imported.length;
  say(
    `\n${files.length} files, ${bullets} rules; ${seconds.toFixed(1)} s with export and second import, ` +
      `${first.toFixed(0)} ms on average for the first import`,
  );
  keep('import', { seconds, files: imported });
  return figuresOf(imported);
};
