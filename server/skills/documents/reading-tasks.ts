/**
 * Reads a long SKILL.md in a thread of the pool. Long lists go in pieces, which the other thread takes over one by one.
 */
import {
  type ReadBody,
  type ReadSkillMd,
  readSkillBody,
  readSkillMd,
} from '../../domain/skills/skill-md/parse.ts';
import type { Piece, ReadingOrder } from './read-document.ts';

/** So many rules, and parts of a layout, are taken over within some milliseconds. */
const A_PIECE = 1000;

/** Sends the lists away and leaves them empty. */
function sendLists({ bullets, layout: { parts } }: ReadBody, pieces: ReadingOrder['pieces']): void {
  while (bullets.length > 0 || parts.length > 0) {
    const piece: Piece = { bullets: bullets.splice(0, A_PIECE), parts: parts.splice(0, A_PIECE) };
    pieces.postMessage(piece);
  }
}

/** What a document says, without its long lists. */
export function readMarkdown({ markdown, about, pieces }: ReadingOrder): ReadSkillMd | ReadBody {
  if (about !== null) {
    const body = readSkillBody(markdown, about);
    sendLists(body, pieces);
    return body;
  }
  const document = readSkillMd(markdown);
  if (document.ok) sendLists({ bullets: document.skill.bullets, layout: document.layout }, pieces);
  return document;
}
