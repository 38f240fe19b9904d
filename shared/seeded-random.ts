import { createHash } from 'node:crypto'

/** Numbers from 0 up to 1; the same seed gives the same ones, so that a run can be had again. */
export function createSeededRandom(seed: number | string): () => number {
  let count = 0
  return () => createHash('sha256').update(`${seed} ${count++}`).digest().readUInt32BE() / 2 ** 32
}
