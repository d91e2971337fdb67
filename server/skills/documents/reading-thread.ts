/** The thread that reads a long SKILL.md: it gets the text, posts what it read and ends. */
import { parentPort, workerData } from 'node:worker_threads';
import { bodyDocumentSteps, skillDocumentSteps } from '../../domain/skills/skill-md/parse.ts';
import { allSteps } from '../../domain/steps.ts';
import type { ReadingOrder } from './read-document.ts';

const { markdown, about } = workerData as ReadingOrder;
parentPort?.postMessage(
  about === null ? allSteps(skillDocumentSteps(markdown)) : allSteps(bodyDocumentSteps(markdown, about)),
);
