/** Redaction and safety scan as a caller meets them: the scorer of the data records episodes and authors skills. */
import { runScorer } from './scorer.ts';
import type { Figure, Section } from './section.ts';

const FIGURES = /^(redaction|scan) recall ([\d.]+) precision ([\d.]+) false-positive rate ([\d.]+)$/gm;

const TARGETS: Record<string, { recall: number; falsePositives: number }> = {
  redaction: { recall: 0.95, falsePositives: 0.03 },
  scan: { recall: 0.85, falsePositives: 0.03 },
};

function figuresOf(output: string): Figure[] {
  return [...output.matchAll(FIGURES)].flatMap(([, surface = '', recall, precision, falsePositives]) => {
    const target = TARGETS[surface] ?? { recall: 1, falsePositives: 0 };
    return [
      {
        what: `${surface} recall`,
        measured: Number(recall),
        target: { at: 'least', value: target.recall },
        unit: 'share',
      },
      {
        what: `${surface} false positives`,
        measured: Number(falsePositives),
        target: { at: 'most', value: target.falsePositives },
        unit: 'share',
      },
      { what: `${surface} precision`, measured: Number(precision), unit: 'share' },
    ] satisfies Figure[];
  });
}

export const safety: Section = async (context) => {
  const { lab, say, keep } = context;
  const gateway = await lab.gateway('safety');
  say('recording and authoring every case through the interface…');
  const output = await runScorer(context, 'safety/score-safety.mjs', [
    ...['--base', gateway.url, '--key', 'any', '--agent', 'evalsafe'],
    '--show',
  ]);
  await gateway.stop();
  say(`\nThe scorer, and below its figures every miss\n${output}`);
  const figures = figuresOf(output);
  if (figures.length === 0) throw new Error(`the scorer printed no figures:\n${output}`);
  keep('safety', output.split('\n'));
  return figures;
};
