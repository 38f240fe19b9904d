import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { BadInput } from '#cms/sync/bad-input.ts'
import { hashJson } from './hash-json.ts'

const FOLDER = '.cache/build-locks'
const SQLITE_BUSY = 5

/**
 * Runs a build that writes into a folder while no other process does. Throws `BadInput` if one does. The lock is that of
 * an SQLite file: the operating system releases it when its process ends, so a killed build leaves no lock behind.
 */
export async function withBuildLock<Result>(outDir: string, build: () => Promise<Result>): Promise<Result> {
  await mkdir(FOLDER, { recursive: true }).catch((problem: NodeJS.ErrnoException) => {
    throw new BadInput(
      `${FOLDER} cannot be created (${problem.code}): make .cache a folder that can be written, or delete it`,
    )
  })
  const lock = new DatabaseSync(join(FOLDER, `${hashJson(resolve(outDir)).slice(0, 16)}.lock`), { timeout: 0 })
  try {
    lock.exec('BEGIN EXCLUSIVE')
  } catch (problem) {
    lock.close()
    if (!(problem instanceof Error && 'errcode' in problem && problem.errcode === SQLITE_BUSY)) throw problem
    throw new BadInput(`Another build is writing ${outDir}: wait until it has ended, then run this one again`)
  }
  try {
    return await build()
  } finally {
    lock.close()
  }
}
