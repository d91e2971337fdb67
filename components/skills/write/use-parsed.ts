/** What a pasted SKILL.md is read as, by the very rules by which the server will read it; they load when first needed. */
'use client';

import { useEffect, useState } from 'react';
import type { SkillDocument } from '../../../server/domain/skills/skill-md/parse.ts';
import type { Candidate } from './draft.ts';

const TYPING_MS = 250;

export interface Parsed {
  /** Null while there is none, or where the document cannot be one. */
  skill: Omit<Candidate, 'agentId'> | null;
  problems: string[];
}

const NOTHING: Parsed = { skill: null, problems: [] };

/** Reads the text once its typing pauses. */
export function useParsed(markdown: string): Parsed {
  const [parsed, setParsed] = useState(NOTHING);
  useEffect(() => {
    let current = true;
    const timer = setTimeout(async () => {
      const next = markdown.trim() === '' ? NOTHING : await parse(markdown);
      if (current) setParsed(next);
    }, TYPING_MS);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [markdown]);
  return parsed;
}

async function parse(markdown: string): Promise<Parsed> {
  const { parseSkillMd } = await import('../../../server/domain/skills/skill-md/parse.ts');
  const reading = parseSkillMd(markdown);
  if (!reading.ok) return { skill: null, problems: reading.problems.map(({ message }) => message) };
  return { skill: candidateOf(reading.skill), problems: [] };
}

function candidateOf({ name, description, tags, bullets }: SkillDocument): Omit<Candidate, 'agentId'> {
  return { name, description, tags, rules: bullets };
}
