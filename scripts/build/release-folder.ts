import { randomBytes } from 'node:crypto'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { BadInput } from '#cms/sync/bad-input.ts'
import {
  getActiveReleaseFile,
  getReleaseFile,
  getReleaseSiteFolder,
  readActiveReleases,
  readRelease,
} from '#server/web/releases.ts'
import { writeFileAtomic } from '#shared/write-file-atomic.ts'
import { withBuildLock } from './build-lock.ts'

/** Releases that are kept: the one that is served, and two before it, whose files open pages still load. */
const KEPT_RELEASES = 3

const BUILDING = '.building-'

export interface ReleaseBuildFolders {
  readonly outDir: string
  readonly ssrDir: string
}

interface NewRelease {
  /** The folder of the releases; created where it does not exist. */
  readonly folder: string
  /** The public variables of the build. */
  readonly env: Readonly<Record<string, string>>
  /** Writes the site into these folders. Where it rejects, nothing changes. */
  readonly build: (folders: ReleaseBuildFolders) => Promise<void>
}

/** Builds a release and makes it the one that is served. Resolves with its id. Throws `BadInput` while another build runs. */
export function createRelease({ folder, env, build }: NewRelease): Promise<string> {
  return withBuildLock(folder, async () => {
    await mkdir(folder, { recursive: true })
    await removeUnfinished(folder)
    const id = newReleaseId(new Date())
    const unfinished = join(folder, `${BUILDING}${id}`)
    try {
      const outDir = getReleaseSiteFolder(folder, `${BUILDING}${id}`)
      await build({ outDir, ssrDir: `${outDir}-ssr` })
      await writeJson(getReleaseFile(folder, `${BUILDING}${id}`), { env })
      await readRelease(folder, `${BUILDING}${id}`) // throws where it is not whole
      await rename(unfinished, join(folder, id))
    } catch (problem) {
      await rm(unfinished, { recursive: true, force: true })
      throw problem
    }
    await activate(folder, id)
    return id
  })
}

/** Makes a release that was built before the one that is served. Throws `BadInput` or `UserError` where that cannot be. */
export const activateRelease = (folder: string, id: string): Promise<void> =>
  withBuildLock(folder, async () => {
    const kept = await readActiveReleases(folder)
    if (!kept.includes(id)) throw new BadInput(`There is no release ${id}: npm run releases lists those that are kept`)
    await readRelease(folder, id) // throws where it is damaged
    await activate(folder, id)
  })

/** The release before the one that is served, by the time of its build. Throws `BadInput` where none is kept. */
export async function findRollbackRelease(folder: string): Promise<string> {
  const kept = await readActiveReleases(folder)
  const [current = ''] = kept
  const older = kept.filter((id) => id < current).sort()
  const id = older.at(-1)
  if (!id) throw new BadInput(`There is no older release in ${folder} to roll back to`)
  return id
}

/** The list is written first: a folder that is removed is never one that the list names. */
async function activate(folder: string, id: string): Promise<void> {
  const before = await readActiveReleases(folder)
  const kept = [id, ...before.filter((each) => each !== id)].slice(0, KEPT_RELEASES)
  await writeJson(getActiveReleaseFile(folder), { releases: kept })
  for (const each of before.filter((each) => !kept.includes(each)))
    await rm(join(folder, each), { recursive: true, force: true })
}

/** What a build left that was killed. The lock says that no other build is running. */
async function removeUnfinished(folder: string): Promise<void> {
  const names = await readdir(folder)
  const left = names.filter((name) => name.startsWith(BUILDING))
  for (const name of left) await rm(join(folder, name), { recursive: true, force: true })
}

const writeJson = (path: string, value: unknown) =>
  writeFileAtomic(path, Buffer.from(`${JSON.stringify(value, null, 2)}\n`))

/** Ids sort by time; the random part keeps two builds of one millisecond apart. */
const newReleaseId = (time: Date) => `${time.toISOString().replace(/[-:.]/g, '')}-${randomBytes(4).toString('hex')}`
