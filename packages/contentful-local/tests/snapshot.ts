import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startLocalContentful } from 'contentful-local'

/** Copies the state folder of a local Contentful that `fill` has written to. `fill` runs once per test run and name. */
export async function copySnapshot(name: string, fill: (url: string) => Promise<unknown>): Promise<string> {
  const snapshot = await createOncePerRun(name, async (folder) => {
    const server = await startLocalContentful({ port: 0, folder })
    try {
      await fill(server.url)
    } finally {
      await server.close()
    }
  })
  const copy = await mkdtemp(join(tmpdir(), 'contentful-'))
  cpSync(snapshot, copy, { recursive: true })
  return copy
}

/**
 * Returns a folder that `fill` has written to. `fill` runs once per test run and name; all other calls, in any worker,
 * wait for its result. They must not change it.
 */
export async function createOncePerRun(name: string, fill: (folder: string) => Promise<unknown>): Promise<string> {
  snapshotFolder ??= process.env.SNAPSHOT_FOLDER ?? createProcessFolder()
  const path = join(snapshotFolder, name)
  while (!existsSync(path)) {
    if (await isLocked(path)) await sleep(50)
    else await create(path, fill).finally(() => rm(getLockPath(path), { recursive: true }))
  }
  return path
}

let snapshotFolder: string | undefined

/** For use outside of a test run, whose global setup names a folder for all workers. Removed when the process ends. */
function createProcessFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'snapshots-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const getLockPath = (path: string) => `${path}.lock`

/** Whether another test is filling the folder. If not, the caller has acquired the lock. */
const isLocked = (path: string) =>
  mkdir(getLockPath(path)).then(
    () => false,
    () => true,
  )

async function create(path: string, fill: (folder: string) => Promise<unknown>): Promise<void> {
  if (existsSync(path)) return // created before this call acquired the lock
  const folder = await mkdtemp(`${path}.unfinished-`)
  await fill(folder)
  await rename(folder, path)
}
