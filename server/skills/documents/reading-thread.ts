/**
 * The thread that reads a long SKILL.md: it gets the text, posts what it read and ends. Long lists go in pieces, which
 * the other thread takes over one by one.
 */
import { parentPort, workerData } from 'node:worker_threads';
import {
  bodyDocumentSteps,
  type ReadBody,
  type ReadSkillMd,
  skillDocumentSteps,
} from '../../domain/skills/skill-md/parse.ts';
import { allSteps } from '../../domain/steps.ts';
import type { Piece, ReadingOrder } from './read-document.ts';

/** So many rules, and parts of a layout, are taken over within some milliseconds. */
const A_PIECE = 1000;

const { markdown, about, pieces } = workerData as ReadingOrder;

/** Sends the lists away and leaves them empty. */
function sendLists({ bullets, layout: { parts } }: ReadBody): void {
  while (bullets.length > 0 || parts.length > 0) {
    const piece: Piece = { bullets: bullets.splice(0, A_PIECE), parts: parts.splice(0, A_PIECE) };
    pieces.postMessage(piece);
  }
}

function read(): ReadSkillMd | ReadBody {
  if (about !== null) {
    const body = allSteps(bodyDocumentSteps(markdown, about));
    sendLists(body);
    return body;
  }
  const document = allSteps(skillDocumentSteps(markdown));
  if (document.ok) sendLists({ bullets: document.skill.bullets, layout: document.layout });
  return document;
}

parentPort?.postMessage(read());
