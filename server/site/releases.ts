import { access, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { repeat } from '#server/process/repeat.ts'
import { SECURITY_HEADERS_FILE } from '#server/rendering/build-files.ts'
import { tryParseJson } from '#shared/try-parse-json.ts'
import { getErrorMessage, UserError } from '#shared/user-error.ts'

/** A build of the site in its own folder: `<releases>/<id>/`. */
export interface Release {
  /** The time of the build, so that ids sort by age, and a random part: 20261122T101500123Z-1a2b3c4d. */
  readonly id: string
  /** What is served: `<releases>/<id>/site`. The build of the prerenderer is beside it in `site-ssr`. */
  readonly root: string
  /** The public variables (`VITE_…`) of the build. Pages that are rendered again need the same ones. */
  readonly env: Readonly<Record<string, string>>
}

export const RELEASE_ID = /^\d{8}T\d{9}Z-[0-9a-f]{8}$/

/** Releases by their ids, most recently activated first: the first one is served. */
const activeReleases = z.object({ releases: z.array(z.string().check(z.regex(RELEASE_ID))) })

const releaseFacts = z.object({ env: z.record(z.string(), z.string()) })

/** Path of the file that names the active release. */
export const getActiveReleaseFile = (folder: string): string => join(folder, 'active.json')
/** Path of the file that describes a release. */
export const getReleaseFile = (folder: string, id: string): string => join(folder, id, 'release.json')
/** Folder of the pages and files of a release. */
export const getReleaseSiteFolder = (folder: string, id: string): string => join(folder, id, 'site')

/**
 * The folder of the locks. It is inside of the releases folder, because whoever builds, activates or renders a release can
 * write there: every version of the project, every container, and the server under its unit.
 */
export const getReleasesLockFolder = (folder: string): string => join(folder, '.locks')

/** Ids of the releases, most recently activated first; none where nothing has been built. Throws `UserError`. */
export async function readActiveReleases(folder: string): Promise<readonly string[]> {
  const file = getActiveReleaseFile(folder)
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw new UserError(`${file} cannot be read (${error.code})`, { cause: error })
  })
  if (text === undefined) return []
  const { success, data } = activeReleases.safeParse(tryParseJson(text))
  if (!success) throw new UserError(`${file} is damaged: delete it, then run npm run build`)
  return data.releases
}

/** Throws `UserError` where the release is not there, or not whole. */
export async function readRelease(folder: string, id: string): Promise<Release> {
  const file = getReleaseFile(folder, id)
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new UserError(`The release ${id} cannot be read: ${file} (${error.code})`, { cause: error })
  })
  const { success, data } = releaseFacts.safeParse(tryParseJson(text))
  if (!success) throw new UserError(`The release ${id} is damaged: ${file} is not what a build writes`)
  const root = getReleaseSiteFolder(folder, id)
  for (const name of ['index.html', SECURITY_HEADERS_FILE]) {
    await access(join(root, name)).catch((error: NodeJS.ErrnoException) => {
      throw new UserError(`The release ${id} is not whole: ${name} (${error.code})`, { cause: error })
    })
  }
  return { id, root, env: data.env }
}

/** The folders that the server serves. */
export interface SiteFolders {
  /** The folder of the build that is served. */
  readonly getRoot: () => string
  /** Folders of the builds before, the latest first: open pages still load their files. */
  readonly getPreviousRoots: () => readonly string[]
  /** Called with the folder of another build before the server switches to it; must not reject. */
  readonly beforeSwitch?: (listener: (root: string) => Promise<void>) => void
  /** Called after the server has switched to another build; must not reject. */
  readonly onSwitch?: (listener: () => Promise<void>) => void
  /** See `withBuildLock`. */
  readonly lockFolder?: string
}

/** One build in a folder, and no other. */
export const createFixedSiteFolders = (root: string): SiteFolders => ({
  getRoot: () => root,
  getPreviousRoots: () => [],
})

/** Interval in ms of reading the active release. Polling a small file is cheap and works on every file system. */
const POLL_MS = 1_000

/**
 * Follows the active release: a build, or `npm run releases -- rollback`, is served within a second, without a restart. A
 * release that cannot be read is reported once, and the one that is served stays. Throws `UserError` where there is none.
 */
export async function followReleases(folder: string, log: (line: string) => void, pollMs = POLL_MS) {
  const [first, ...others] = await readActiveReleases(folder)
  if (!first) throw new UserError(`There is no release in ${folder}: run npm run build, or set RELEASES_FOLDER`)
  const preparations: ((root: string) => Promise<void>)[] = []
  const listeners: (() => Promise<void>)[] = []
  let current = await readRelease(folder, first)
  let previousRoots = others.map((id) => getReleaseSiteFolder(folder, id))
  let reported = ''

  async function checkActiveRelease(): Promise<void> {
    const [id, ...before] = await readActiveReleases(folder)
    if (id) await switchTo(id, before)
    reported = ''
  }

  async function switchTo(id: string, before: readonly string[]): Promise<void> {
    previousRoots = before.map((each) => getReleaseSiteFolder(folder, each))
    if (id === current.id) return
    const next = await readRelease(folder, id)
    for (const prepare of preparations) await prepare(next.root)
    current = next
    log(`The release ${id} is served.`)
    for (const listener of listeners) await listener()
  }

  const polling = repeat(checkActiveRelease, pollMs, (error) => {
    const line = `The release ${current.id} stays: ${getErrorMessage(error)}`
    if (line !== reported) log(line)
    reported = line
  })
  return {
    getCurrent: () => current,
    getRoot: () => current.root,
    getPreviousRoots: () => previousRoots,
    beforeSwitch: (listener) => void preparations.push(listener),
    onSwitch: (listener) => void listeners.push(listener),
    lockFolder: getReleasesLockFolder(folder),
    close: polling.stop,
  } satisfies SiteFolders & { getCurrent: () => Release; close: () => Promise<void> }
}
