/**
 * Loaded before a process of the service: its clock is off by as many milliseconds as the file TEST_CLOCK_FILE says,
 * and follows when the file changes.
 */
import { readFileSync } from 'node:fs';

const LOOK_MS = 100;
const TrueDate = Date;
let shift = 0;

function look(): void {
  try {
    shift = Number(readFileSync(process.env['TEST_CLOCK_FILE'] ?? '', 'utf8')) || 0;
  } catch {
    shift = 0;
  }
}
look();
setInterval(look, LOOK_MS).unref();

globalThis.Date = new Proxy(TrueDate, {
  construct: (target, given, newTarget) =>
    Reflect.construct(target, given.length === 0 ? [TrueDate.now() + shift] : given, newTarget) as object,
  get: (target, name) => (name === 'now' ? () => TrueDate.now() + shift : Reflect.get(target, name)),
});
