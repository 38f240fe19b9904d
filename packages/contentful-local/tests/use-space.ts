import { afterAll } from 'vitest'
import { startSpace } from './start-space.ts'

/** Starts a local Contentful for the tests of a file, which ends after them. */
export async function useSpace(options: Parameters<typeof startSpace>[0] = {}) {
  const space = await startSpace(options)
  afterAll(() => space.stop())
  return space
}
