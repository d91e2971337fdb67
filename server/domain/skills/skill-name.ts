/** Names that the Agent Skills specification (agentskills.io/specification) allows, which are fewer than ours. */
export function isAgentSkillName(name: string): boolean {
  return name.length <= 64 && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(name);
}
