import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { cp, mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startLocalContentful } from '#cms/local/server.ts'

/**
 * Copies the state folder of a local Contentful that `fill` has written to. `fill` runs once in a test run; the other
 * tests that name the same snapshot, in any worker, copy what it left.
 */
export async function copyOfSnapshot(name: string, fill: (url: string) => Promise<unknown>): Promise<string> {
  snapshotFolder ??= process.env.SNAPSHOT_FOLDER ?? processFolder()
  const snapshot = join(snapshotFolder, name)
  while (!existsSync(snapshot)) {
    if (await isLocked(snapshot)) await pause(50)
    else await make(snapshot, fill).finally(() => rm(lockOf(snapshot), { recursive: true }))
  }
  const copy = await mkdtemp(join(tmpdir(), 'contentful-'))
  await cp(snapshot, copy, { recursive: true })
  return copy
}

let snapshotFolder: string | undefined

/** Outside vitest, whose set-up names a folder for all workers: one that goes with this process. */
function processFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'snapshots-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const lockOf = (snapshot: string) => `${snapshot}.lock`

/** Whether another test makes it now; otherwise the caller does. */
const isLocked = (snapshot: string) =>
  mkdir(lockOf(snapshot)).then(
    () => false,
    () => true,
  )

async function make(snapshot: string, fill: (url: string) => Promise<unknown>): Promise<void> {
  if (existsSync(snapshot)) return // made between the look and the lock
  const folder = await mkdtemp(`${snapshot}.unfinished-`)
  const server = await startLocalContentful({ port: 0, folder })
  try {
    await fill(server.url)
  } finally {
    await server.close()
  }
  await rename(folder, snapshot)
}
