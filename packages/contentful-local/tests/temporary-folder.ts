import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The global setup of the tests of this package alone: names a folder for their files, and deletes it afterwards. */
export default async function setup(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'contentful-local-tests-'))
  process.env.TMPDIR = folder
  return () => rm(folder, { recursive: true, maxRetries: 10 })
}
