/** What other settings would have made of the recorded past: asked for, done by a job, and shown. */
export {
  cancelRehearsal,
  listRehearsals,
  readRehearsal,
  removeRehearsal,
  startRehearsal,
} from './manage-rehearsals.ts';
export { claimsOnChangesets, runRehearsals } from './run-rehearsals.ts';
