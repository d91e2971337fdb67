/**
 * `npm run eval`: real documents, tasks and conversations through a running gateway, and the scorers' figures. The data
 * is found by EVAL_DIR. A missed target is a result, not a failure: the exit code is 1 only where something could not run.
 */
import { writeFileSync } from 'node:fs';
import { cliImport } from './cli-import.ts';
import { type EvalData, MissingData, openData } from './data.ts';
import { importArchive } from './import-archive.ts';
import { injection } from './injection.ts';
import { type Lab, openLab } from './lab.ts';
import { linear } from './linear.ts';
import { memoryRecall } from './memory-recall.ts';
import { BadOption, type Options, readOptions, type SectionName, USAGE } from './options.ts';
import { otlp } from './otlp.ts';
import { safety } from './safety.ts';
import type { Section } from './section.ts';
import { skillRecall } from './skill-recall.ts';
import { isMet, type SummaryRow, summaryTable } from './summary.ts';

const SECTIONS: Record<SectionName, { title: string; run: Section }> = {
  import: { title: 'Import of SKILL.md files as published', run: importArchive },
  cli: { title: 'Import, export and import again with the command line', run: cliImport },
  skills: { title: 'Skill recall on real tasks', run: skillRecall },
  memories: { title: 'Memory recall on real conversations', run: memoryRecall },
  safety: { title: 'Redaction and safety scan', run: safety },
  injection: { title: 'Planted instructions, with a model that obeys them', run: injection },
  linear: { title: 'Worst inputs', run: linear },
  otlp: { title: 'Traces of real instrumentations', run: otlp },
};

const say = (text = '') => process.stdout.write(`${text}\n`);
const complain = (text: string) => process.stderr.write(`${text}\n`);

/** Runs the chosen parts one after the other; one that cannot run does not keep the others from running. */
async function runSections(
  options: Options,
  data: EvalData,
  lab: Lab,
  ending: AbortSignal,
): Promise<{ rows: SummaryRow[]; details: Record<string, unknown>; failed: SectionName[] }> {
  const rows: SummaryRow[] = [];
  const details: Record<string, unknown> = {};
  const failed: SectionName[] = [];
  const keep = (name: string, value: unknown) => {
    details[name] = value;
  };
  for (const name of options.only) {
    const { title, run } = SECTIONS[name];
    say(`\n━━ ${title} ━━\n`);
    try {
      const figures = await run({ data, lab, say, keep, ending });
      rows.push(...figures.map((figure) => ({ ...figure, section: name })));
    } catch (error) {
      ending.throwIfAborted();
      const fault = error instanceof Error ? error.stack : String(error);
      complain(`${name} could not run: ${fault}\nThe gateway's last lines:\n${lab.lastLogged()}`);
      failed.push(name);
    }
  }
  return { rows, details, failed };
}

async function evaluate(options: Options, data: EvalData, lab: Lab, ending: AbortSignal): Promise<boolean> {
  const { rows, details, failed } = await runSections(options, data, lab, ending);
  say(`\n━━ Summary (${options.database}, ${options.split}) ━━\n`);
  say(summaryTable(rows));
  const missed = rows.filter((row) => isMet(row) === false).map(({ what }) => what);
  if (missed.length > 0) say(`\nNot met: ${missed.join('; ')}.`);
  else say(`\nEvery target of ${rows.length} figures is met.`);
  if (failed.length > 0) complain(`Could not run: ${failed.join(', ')}.`);
  if (options.json !== undefined) {
    const { database, split } = options;
    const at = new Date().toISOString();
    const figures = rows.map((row) => ({ ...row, met: isMet(row) }));
    writeFileSync(options.json, JSON.stringify({ at, database, split, figures, failed, details }, null, 2));
    say(`JSON: ${options.json}`);
  }
  return failed.length === 0;
}

/** The exit code. Whatever happens, no process and no file is left behind. */
async function main(): Promise<number> {
  // The launcher leaves this script's own path among the arguments.
  const options = readOptions(process.argv.slice(2).filter((arg) => !import.meta.filename.endsWith(arg)));
  const data = openData(options.split);
  const lab = await openLab(options.database);
  const ending = new AbortController();
  const interrupt = () => {
    // A terminal and `npm start`'s launcher may both pass the same signal on.
    if (ending.signal.aborted) return;
    ending.abort();
    void lab.close().finally(() => process.exit(130));
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, interrupt);
  try {
    return (await evaluate(options, data, lab, ending.signal)) ? 0 : 1;
  } catch (error) {
    // Interrupted: the handler of the signal is cleaning up and ends the process.
    if (ending.signal.aborted) return await new Promise<number>(() => {});
    throw error;
  } finally {
    if (!ending.signal.aborted) await lab.close();
  }
}

try {
  process.exitCode = await main();
} catch (error) {
  if (!(error instanceof MissingData || error instanceof BadOption)) throw error;
  complain(error instanceof BadOption ? `${error.message}\n${USAGE}` : error.message);
  process.exitCode = 1;
}
