import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/**
 * Creates a folder for the running test, also in beforeEach. It is deleted after the test, and after the servers that the
 * test starts in it. `onEnd` is `afterAll` outside of a test.
 */
export async function createTestFolder(onEnd: (remove: () => Promise<void>) => void = onTestFinished): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'test-'))
  onEnd(() => rm(folder, { recursive: true, maxRetries: 10 }))
  return folder
}
