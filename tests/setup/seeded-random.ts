import { createHash } from 'node:crypto'

/** Creates a generator of numbers from 0 (inclusive) to 1 (exclusive). The same seed gives the same numbers. */
export function createSeededRandom(seed: number | string): () => number {
  let count = 0
  return () => createHash('sha256').update(`${seed} ${count++}`).digest().readUInt32BE() / 2 ** 32
}
