/** Which texts teach an agent by policy, and what people say about its tools. */
export { changeSources, previewTrust, readSources, trustTool } from './change-sources.ts';
export { readTrust, requireSameTrust, TrustChanged } from './read-trust.ts';
export { sourceStore } from './store.ts';
