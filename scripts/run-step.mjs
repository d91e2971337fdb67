// Runs a long command and says what is being done and how long it usually takes.
import { spawn } from 'node:child_process';
import { root } from './root.mjs';

/** So many times the usual, and the reader is told what may be wrong. */
const SLOW = 3;
/** How much of what a failed command said is kept. */
const KEPT = 4000;
const SIGNALS = ['SIGINT', 'SIGTERM'];
const END_WITH_PARENT = `--import=${new URL('end-with-parent.mjs', import.meta.url)}`;

/** Says that a step begins, and what may be wrong where it takes long; returns how to say that it has ended. */
function follow({ what, usual, ifSlow }) {
  const started = Date.now();
  process.stderr.write(`${what}, about ${usual} s\n`);
  const slow = setTimeout(
    () => process.stderr.write(`${what} takes longer than usual: ${ifSlow}\n`),
    SLOW * usual * 1000,
  );
  return (how) => {
    clearTimeout(slow);
    process.stderr.write(`${what} ${how} ${Math.round((Date.now() - started) / 1000)} s\n`);
  };
}

/**
 * Runs `[command, ...args]` in the project's folder. `what` names the step, `usual` is how many seconds it
 * takes on two cores, `ifSlow` and `ifFailed` say what to do. Rejects with the end of what the command said
 * and one line. The command ends with this process.
 */
export async function runStep({ command: [command, ...args], env = {}, ifFailed, ...step }) {
  const tell = follow(step);
  const child = spawn(command, args, {
    cwd: root,
    env: { ...process.env, ...env, NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} ${END_WITH_PARENT}` },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stopped = null;
  const stop = (signal) => {
    stopped = signal;
    child.kill(signal);
  };
  for (const signal of SIGNALS) process.on(signal, stop);
  const { code, said } = await endOf(child);
  for (const signal of SIGNALS) process.off(signal, stop);
  tell(code === 0 ? 'took' : 'ended after');
  if (stopped !== null) throw new Error(`${step.what} was stopped by ${stopped}; the next start repeats it`);
  if (code !== 0) throw new Error(`${said.trim()}\n${step.what} failed; ${ifFailed}`);
}

/** How a command ended, and the last that it said. */
function endOf(child) {
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      said = (said + chunk).slice(-KEPT);
    });
  }
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ code: null, said: error.message }));
    child.once('close', (code) => resolve({ code, said }));
  });
}
