// One start at a time installs or builds in a folder; another one waits until it is done.
import { closeSync, existsSync, mkdirSync, openSync, rmSync, statSync, utimesSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './root.mjs';

const BEAT_MS = 1000;
/** A holder that has not touched its lock for so long was killed. */
const DEAD_MS = 8 * BEAT_MS;

/** Whether this call took the lock. */
function take(file) {
  try {
    closeSync(openSync(file, 'wx'));
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    return false;
  }
}

function isLeftBehind(file) {
  const seen = statSync(file, { throwIfNoEntry: false });
  return seen !== undefined && Date.now() - seen.mtimeMs > DEAD_MS;
}

/**
 * Runs `work` while no other process does the same in this folder. Waits for one that does, and takes over
 * from one that was killed.
 */
export async function exclusively(work, file = join(root, '.cache/start.lock')) {
  mkdirSync(dirname(file), { recursive: true });
  let told = false;
  while (!take(file)) {
    if (isLeftBehind(file)) rmSync(file, { force: true });
    else {
      if (!told) process.stderr.write('Waiting for another start in this folder to install or build.\n');
      told = true;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
  const beat = setInterval(() => {
    if (existsSync(file)) utimesSync(file, new Date(), new Date());
  }, BEAT_MS);
  try {
    return await work();
  } finally {
    clearInterval(beat);
    rmSync(file, { force: true });
  }
}
