import { setImmediate as turnOfTheLoop } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rankMemories } from '../domain/knowledge/rank-memories.ts';
import { type MemorySnapshot, memorySnapshot } from './memory-snapshot.ts';
import type { KnownMemory } from './store.ts';

const WORDS = ['anchor', 'basket', 'candle', 'desert', 'engine', 'feather', 'guitar', 'hammer'];

const memory = (at: number, content: string): KnownMemory => {
  const time = new Date(Date.UTC(2026, 0, 1) + at * 3_600_000);
  return {
    id: `mem_${String(at).padStart(5, '0')}`,
    kind: 'fact',
    content,
    validFrom: time,
    createdAt: time,
  };
};

/** Reads `memories` (any order) into a snapshot, as from the database. */
function read(snapshot: MemorySnapshot, memories: KnownMemory[], revision: number): boolean {
  const newestFirst = memories.toSorted((a, b) => (a.id < b.id ? 1 : -1));
  const ids = newestFirst.map(({ id }) => id);
  const found = newestFirst.filter(({ id }) => !snapshot.has(id));
  return snapshot.adopt({ revision, ids, asked: found.map(({ id }) => id), found, profile: null });
}

function filled(memories: KnownMemory[], revision = 0): MemorySnapshot {
  const snapshot = memorySnapshot(null);
  read(snapshot, memories, revision);
  return snapshot;
}

const ranked = (snapshot: MemorySnapshot, query: string) =>
  rankMemories(snapshot.indexes(), query, { userId: null });

interface Change {
  at: number;
  content: string;
  kind: string;
  query: string;
}

/** Makes a change to the snapshot and to what it should hold. */
function take(
  snapshot: MemorySnapshot,
  present: Map<number, KnownMemory>,
  { at, content, kind, query }: Change,
  revision: number,
): void {
  if (kind === 'look') {
    ranked(snapshot, query);
    snapshot.alike(query);
  } else if (kind === 'remove') {
    present.delete(at);
    read(snapshot, [...present.values()], revision);
  } else if (!present.has(at)) {
    present.set(at, memory(at, content));
    snapshot.insert(memory(at, content), revision);
  }
}

describe('a snapshot of memories', () => {
  const text = fc
    .array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 6 })
    .map((words) => words.join(' '));
  const step = fc.record({
    at: fc.nat(40),
    content: text,
    kind: fc.constantFrom('insert', 'remove', 'look'),
  });

  it('that was changed step by step is as one that is read again', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), text, (steps, query) => {
        const snapshot = filled([]);
        const present = new Map<number, KnownMemory>();
        steps.forEach((change, revision) => {
          take(snapshot, present, { ...change, query }, revision + 1);
          snapshot.revision = revision + 1;
        });
        const rebuilt = filled([...present.values()]);
        expect(snapshot.newest(100)).toEqual(rebuilt.newest(100));
        expect(ranked(snapshot, query)).toEqual(ranked(rebuilt, query));
        expect(snapshot.alike(query).sort()).toEqual(rebuilt.alike(query).sort());
      }),
    );
  });

  it('that changes while its texts are read step by step is as one that is read again', async () => {
    const long = (at: number) => memory(at, `${WORDS[at % WORDS.length]} ${`word${at} `.repeat(300)}`);
    const snapshot = filled(Array.from({ length: 60 }, (_, at) => long(at)));
    const reading = Promise.all([
      snapshot.prepareRanking(),
      snapshot.prepareComparison(),
      snapshot.prepareRanking(),
    ]);
    const changes = [
      () => snapshot.insert(long(200), 1),
      () => read(snapshot, [...Array.from({ length: 30 }, (_, at) => long(2 * at)), long(200)], 2),
      () => snapshot.insert(long(7), 3),
      () => snapshot.insert(long(201), 4),
    ];
    for (const change of changes) {
      change();
      expect(ranked(snapshot, 'anchor word200').every(({ id }) => snapshot.has(id))).toBe(true);
      await turnOfTheLoop();
    }
    await reading;
    const rebuilt = filled(snapshot.newest(100));
    expect(rebuilt.size).toBe(33);
    for (const query of ['anchor', 'word200 word7', 'basket word3', 'word201']) {
      expect(ranked(snapshot, query)).toEqual(ranked(rebuilt, query));
      expect(snapshot.alike(query)).toEqual(rebuilt.alike(query));
    }
  });

  it('lets others have their turn while its texts are read, once for all who wait', async () => {
    const texts = Array.from({ length: 100 }, (_, at) => memory(at, `number${at} `.repeat(2000)));
    const snapshot = filled(texts);
    let turns = 0;
    const count = () => {
      turns += 1;
      if (!snapshot.isReadyToRank) setImmediate(count);
    };
    setImmediate(count);
    await Promise.all([snapshot.prepareRanking(), snapshot.prepareRanking()]);
    expect(turns).toBeGreaterThan(1);
    // Read twice, each step would have taken texts that the other one lacks.
    expect(ranked(snapshot, 'number7')).toEqual(ranked(filled(texts), 'number7'));
    expect([snapshot.isReadyToRank, snapshot.isReadyToCompare]).toEqual([true, false]);
  });

  it('keeps no words of memories that are gone for ever', () => {
    const words = (at: number) => Array.from({ length: 600 }, (_, word) => `w${at}x${word}`).join(' ');
    const snapshot = filled([memory(0, words(0))]);
    for (let at = 1; at < 60; at += 1) {
      read(snapshot, [memory(at, words(at))], at);
      expect(ranked(snapshot, `w${at}x5`).map(({ id }) => id)).toEqual([memory(at, '').id]);
      const kept = Math.max(...snapshot.indexes().map(({ postings }) => postings.terms.size));
      expect(kept).toBeLessThan(22_000);
    }
  });

  it('takes no change that it is not next to, and no reading older than itself', () => {
    const snapshot = filled([memory(1, 'anchor')], 5);
    snapshot.insert(memory(2, 'basket'), 7);
    expect([snapshot.size, snapshot.revision]).toEqual([1, 5]);
    snapshot.insert(memory(2, 'basket'), 6);
    expect([snapshot.size, snapshot.revision]).toEqual([2, 6]);
    expect(read(snapshot, [], 6)).toBe(true);
    expect(snapshot.size).toBe(2);
  });

  it('asks to be read again where a memory is named that it lost meanwhile', () => {
    const snapshot = filled([memory(1, 'anchor'), memory(2, 'basket')]);
    read(snapshot, [memory(2, 'basket')], 1);
    const reading = { ids: ['mem_00002', 'mem_00001'], asked: [], found: [], profile: null };
    expect(snapshot.adopt({ revision: 2, ...reading })).toBe(false);
    expect(snapshot.adopt({ revision: 2, ...reading, asked: ['mem_00001'] })).toBe(true);
    expect([snapshot.size, snapshot.revision]).toEqual([1, 2]);
  });
});
