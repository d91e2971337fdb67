/** Sources that never wait, and whether what reads them lets others have their turn of the event loop. */

const PIECES = 20;

/** Pieces without a wait between them; `turns` are those of the loop at which they were asked for. */
export function eagerPieces(): { pieces: AsyncGenerator<string>; turns: number[]; text: string } {
  const turns: number[] = [];
  async function* pieces() {
    let turn = 0;
    const count = () => {
      turn += 1;
      if (turns.length < PIECES) setImmediate(count);
    };
    setImmediate(count);
    for (let at = 0; at < PIECES; at += 1) {
      turns.push(turn);
      yield `${at}\n`;
    }
  }
  return { pieces: pieces(), turns, text: Array.from({ length: PIECES }, (_, at) => `${at}\n`).join('') };
}
