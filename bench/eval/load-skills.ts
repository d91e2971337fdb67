/** Loads the skills of the data through the interface and remembers which of ours is which of theirs. */
import { inParallel } from './client.ts';
import { settle, type Written } from './import-file.ts';
import type { Gateway } from './lab.ts';
import { type Context, progress } from './section.ts';

/** A skill of the data. */
export interface CorpusSkill {
  id: string;
  name: string;
  description: string;
  bullets: string[];
}

const NAME_MAX = 64;
const DESCRIPTION_MAX = 1024;
const CONTENT_MIN = 3;
const CONTENT_MAX = 2000;

function clip(text: string, max: number): string {
  return text.slice(0, max).toWellFormed();
}

function validName(name: string): string {
  const words = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '');
  return words.length < 2 ? `skill-${words}` : words.slice(0, NAME_MAX);
}

/** A valid name for each skill, no two alike: name → the data's id. */
function uniqueNames(skills: readonly CorpusSkill[]): Map<string, CorpusSkill> {
  const named = new Map<string, CorpusSkill>();
  for (const skill of skills) {
    const name = validName(skill.name);
    let free = name;
    for (let count = 2; named.has(free); count += 1) free = `${name.slice(0, NAME_MAX - 4)}-${count}`;
    named.set(free, skill);
  }
  return named;
}

/** Creates every skill for `agent`; what the safety scan holds is approved. Resolves with our name → the data's id. */
export async function loadSkills(
  context: Context,
  gateway: Gateway,
  agent: string,
  skills: readonly CorpusSkill[],
): Promise<{ ids: Map<string, string>; held: number }> {
  const named = uniqueNames(skills);
  const tick = progress(context, 'skills loaded', named.size);
  let held = 0;
  await inParallel([...named], async ([name, { description, bullets }]) => {
    const written = await gateway.ask<Written>('POST', '/v1/skills', {
      agent_id: agent,
      name,
      description: clip(description, DESCRIPTION_MAX),
      bullets: bullets
        .filter((content) => content.length >= CONTENT_MIN)
        .map((content) => ({ content: clip(content, CONTENT_MAX) })),
    });
    if (written.status === 'pending') held += 1;
    await settle(gateway, written);
    tick();
  });
  return { ids: new Map([...named].map(([name, { id }]) => [name, id])), held };
}
