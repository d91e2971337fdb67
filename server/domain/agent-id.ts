/** What an id of an agent looks like. Without schemas: pages load this file. */

/** An agent that learns; the shared namespace is not one. */
export const AGENT_ID = /^[A-Za-z0-9][A-Za-z0-9._:@/-]{0,127}$/;
export const AGENT_ID_OR_SHARED = /^(\*|[A-Za-z0-9][A-Za-z0-9._:@/-]{0,127})$/;
