/** Reads a tool's transcript from its file. */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import type { ToolName } from '../hook-options.ts';
import { readClaudeCodeTranscript } from './claude-code.ts';
import { readCodexTranscript } from './codex.ts';
import { readGeminiCliTranscript } from './gemini-cli.ts';
import type { Transcript, TranscriptReader } from './turn.ts';

const READERS: Record<Exclude<ToolName, 'opencode'>, TranscriptReader> = {
  'claude-code': readClaudeCodeTranscript,
  codex: readCodexTranscript,
  'gemini-cli': readGeminiCliTranscript,
};

const MAX_BYTES = 64 * 1024 * 1024;

/** The transcript as it is now; of a longer one than `most` bytes its end. Throws where the file cannot be read. */
export function readTranscript(tool: ToolName, path: string, most = MAX_BYTES): Transcript {
  if (tool === 'opencode') throw new Error('opencode keeps no transcript in a file');
  return READERS[tool](endOfFile(path, most).split('\n'));
}

function endOfFile(path: string, most: number): string {
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    const length = Math.min(size, most);
    const bytes = Buffer.alloc(length);
    const read = readSync(file, bytes, 0, length, size - length);
    const text = bytes.toString('utf8', 0, read);
    // A line whose beginning is missing is no entry.
    return length < size ? text.slice(text.indexOf('\n') + 1) : text;
  } finally {
    closeSync(file);
  }
}
