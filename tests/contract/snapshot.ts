import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { cp, mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startLocalContentful } from 'contentful-local'

/**
 * Copies the state folder of a local Contentful that `fill` has written to. `fill` runs once per test run and snapshot
 * name; all other calls, in any worker, copy its result.
 */
export async function copySnapshot(name: string, fill: (url: string) => Promise<unknown>): Promise<string> {
  snapshotFolder ??= process.env.SNAPSHOT_FOLDER ?? createProcessFolder()
  const snapshot = join(snapshotFolder, name)
  while (!existsSync(snapshot)) {
    if (await isLocked(snapshot)) await pause(50)
    else await createSnapshot(snapshot, fill).finally(() => rm(getLockPath(snapshot), { recursive: true }))
  }
  const copy = await mkdtemp(join(tmpdir(), 'contentful-'))
  await cp(snapshot, copy, { recursive: true })
  return copy
}

let snapshotFolder: string | undefined

/** For use outside Vitest, whose global setup names a folder for all workers. Removed when the process ends. */
function createProcessFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'snapshots-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const getLockPath = (snapshot: string) => `${snapshot}.lock`

/** Whether another test is creating the snapshot. If not, the caller has acquired the lock. */
const isLocked = (snapshot: string) =>
  mkdir(getLockPath(snapshot)).then(
    () => false,
    () => true,
  )

async function createSnapshot(snapshot: string, fill: (url: string) => Promise<unknown>): Promise<void> {
  if (existsSync(snapshot)) return // created before this call acquired the lock
  const folder = await mkdtemp(`${snapshot}.unfinished-`)
  const server = await startLocalContentful({ port: 0, folder })
  try {
    await fill(server.url)
  } finally {
    await server.close()
  }
  await rename(folder, snapshot)
}
