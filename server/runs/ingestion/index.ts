/** Traces of runs that others instrumented, taken in as episodes. */
export { ingestTraces } from './ingest-traces.ts';
