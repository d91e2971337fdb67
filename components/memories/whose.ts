/** Whom a memory is about, in a reader's words. Pure. */

/** "about u_9, for bot", "about all users, for every agent". */
export function whoseMemory({ user_id, agent_id }: { user_id: string | null; agent_id: string }): string {
  const about = user_id === null ? 'all users' : user_id;
  return `about ${about}, for ${agent_id === '*' ? 'every agent' : agent_id}`;
}
