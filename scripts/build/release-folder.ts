import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { getLockFile, withBuildLock } from '#server/publishing/build-lock.ts'
import type { PrerenderOptions } from '#server/rendering/prerender-pages.ts'
import type { RenderFailure } from '#server/rendering/render-failure.ts'
import {
  getActiveReleaseFile,
  getReleaseFile,
  getReleaseSiteFolder,
  getReleasesLockFolder,
  RELEASE_ID,
  readActiveReleases,
  readRelease,
} from '#server/site/releases.ts'
import { UserError } from '#shared/user-error.ts'
import { writeFileAtomic } from '#shared/write-file-atomic.ts'

/** Number of releases to keep: the active one and two older ones, whose files pages in open browsers still load. */
const KEPT_RELEASES = 3

const BUILDING = '.building-'

const FALLBACK_REFUSED =
  'No release was created, and the active release stays. Run npm run build again, or accept the content of cms/seed for these: npm run build -- --allow-fallback'

export interface NewRelease {
  /** The folder of all releases; created if missing. */
  readonly folder: string
  /** The public environment variables of the build. */
  readonly env: Readonly<Record<string, string | undefined>>
  /** Writes the site into these folders. Resolves with what has the content of the seed. When it rejects, the active release stays. */
  readonly build: (folders: Pick<PrerenderOptions, 'outDir' | 'ssrDir'>) => Promise<readonly RenderFailure[]>
  /** Whether content of the seed is accepted. By default it is not, because it would replace published content. */
  readonly allowFallback?: boolean
  /** Prints what has the content of the seed. */
  readonly warn?: (line: string) => void
}

/** Builds a release and activates it. Resolves with its id. Throws `UserError` while another build runs. */
export function createRelease({ folder, env, build, allowFallback = false, warn }: NewRelease): Promise<string> {
  return withReleasesLock(folder, async () => {
    await removeUnfinished(folder)
    const id = await createReleaseId(folder)
    const unfinished = join(folder, `${BUILDING}${id}`)
    try {
      const outDir = getReleaseSiteFolder(folder, `${BUILDING}${id}`)
      const failures = await build({ outDir, ssrDir: `${outDir}-ssr` })
      const lines = failures.map(({ what, reason }) => `Not available from the CMS: ${what}. ${reason}`)
      if (lines.length > 0 && !allowFallback) throw new UserError([...lines, FALLBACK_REFUSED])
      for (const line of lines) warn?.(line)
      await writeJson(getReleaseFile(folder, `${BUILDING}${id}`), { env })
      await readRelease(folder, `${BUILDING}${id}`) // throws when the release is incomplete
      await rename(unfinished, join(folder, id))
    } catch (error) {
      await rm(unfinished, { recursive: true, force: true })
      throw error
    }
    await activate(folder, id)
    return id
  })
}

/** Activates a release of the folder, also one that was moved there. Throws `UserError` when it is unknown or damaged. */
export const activateRelease = (folder: string, id: string): Promise<void> =>
  withReleasesLock(folder, async () => {
    const isThere = RELEASE_ID.test(id) && existsSync(join(folder, id))
    if (!isThere) throw new UserError(`There is no release ${id}: npm run releases lists the available ones`)
    await readRelease(folder, id) // throws when the release is damaged
    await activate(folder, id)
  })

/** Returns the newest release that is older than the active one. Throws `UserError` when there is none. */
export async function findRollbackRelease(folder: string): Promise<string> {
  const kept = await readKeptReleases(folder)
  const [current = ''] = kept
  const older = kept.filter((id) => id < current).sort()
  const id = older.at(-1)
  if (!id) throw new UserError(`There is no older release in ${folder} to roll back to`)
  return id
}

/** Ids of the releases that are there, most recently activated first: that of a failed deployment has been removed. */
export const readKeptReleases = async (folder: string): Promise<readonly string[]> =>
  (await readActiveReleases(folder)).filter((id) => existsSync(join(folder, id)))

/** One process at a time builds or activates a release. */
const withReleasesLock = <Result>(folder: string, work: () => Promise<Result>): Promise<Result> =>
  withBuildLock(folder, work, getReleasesLockFolder(folder))

/** Writes the list before it removes folders, so that the list never names a removed folder. */
async function activate(folder: string, id: string): Promise<void> {
  const before = await readKeptReleases(folder)
  const kept = [id, ...before.filter((release) => release !== id)].slice(0, KEPT_RELEASES)
  await writeJson(getActiveReleaseFile(folder), { releases: kept })
  const outdated = (await readdir(folder)).filter((name) => RELEASE_ID.test(name) && !kept.includes(name))
  for (const release of outdated) await removeRelease(folder, release).catch(() => {}) // the next activation tries again
}

/** Rejects while a server renders the pages of the release. */
async function removeRelease(folder: string, id: string): Promise<void> {
  const lockFolder = getReleasesLockFolder(folder)
  const site = getReleaseSiteFolder(folder, id)
  await withBuildLock(site, () => rm(join(folder, id), { recursive: true, force: true }), lockFolder)
  await rm(getLockFile(lockFolder, site), { force: true })
}

/** Removes the folders of killed builds. The caller holds the build lock, so no other build is running. */
async function removeUnfinished(folder: string): Promise<void> {
  const names = await readdir(folder)
  const unfinished = names.filter((name) => name.startsWith(BUILDING))
  for (const name of unfinished) await rm(join(folder, name), { recursive: true, force: true })
}

const writeJson = (path: string, value: unknown) =>
  writeFileAtomic(path, Buffer.from(`${JSON.stringify(value, null, 2)}\n`))

/**
 * Ids begin with the time and sort in the order of the builds, also those of one millisecond, and after the clock was set back.
 * The random part separates the builds of two machines.
 */
async function createReleaseId(folder: string): Promise<string> {
  const times = (await readKeptReleases(folder)).map(
    (id) => Date.parse(id.replace(ID_TIME, '$1-$2-$3T$4:$5:$6.$7Z')) + 1,
  )
  const time = new Date(Math.max(Date.now(), ...times))
  return `${time.toISOString().replace(/[-:.]/g, '')}-${randomBytes(4).toString('hex')}`
}

const ID_TIME = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z-.*$/
