import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** Creates a folder that is deleted after the running test, after the servers that the test starts in it. */
export async function createTestFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'faults-'))
  onTestFinished(() => rm(folder, { recursive: true, maxRetries: 10 }))
  return folder
}
