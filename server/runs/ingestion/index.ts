/** Traces of runs that others instrumented, taken in as episodes. */
export { ingestLogs, ingestTraces } from './ingest-traces.ts';
