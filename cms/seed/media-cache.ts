import { readFileSync, statSync } from 'node:fs'
import { mkdir, readFile } from 'node:fs/promises'
import { findPackageJSON } from 'node:module'
import { availableParallelism } from 'node:os'
import { dirname, resolve } from 'node:path'
import PQueue from 'p-queue'
import * as z from 'zod'
import { tryParseJson } from '#shared/try-parse-json.ts'
import { writeFileAtomic } from '#shared/write-file-atomic.ts'

/** Values computed from pictures and videos, kept between runs so that an unchanged file is not read again. */
export interface MediaCache {
  /** The value `name` of a file: the cached one while the file is unchanged. */
  readonly getOrComputeForFile: (path: string, name: string, compute: () => Promise<string>) => Promise<string>
  /** Writes the cache file if something was added. */
  readonly save: () => Promise<void>
}

interface Options {
  readonly file: string
  /** Receives one line if the cache file cannot be written. */
  readonly log: (line: string) => void
  /** A cache file of another version is ignored. */
  readonly version?: string
}

/** Increase it when the computation of a cached value changes. */
const FORMAT = 3

/**
 * Contains the version of sharp, because each one has its own libvips, which may decode a picture differently. Reads the
 * manifest, because loading sharp takes 60 ms.
 */
function getCacheVersion(): string {
  const manifest = findPackageJSON('sharp', import.meta.url)
  const { version } = z.object({ version: z.string() }).parse(manifest && JSON.parse(readFileSync(manifest, 'utf8')))
  return `format ${FORMAT}, sharp ${version}`
}

/**
 * A file that was modified later than this before it was read is not cached: another modification could leave it
 * with the same timestamps. FAT has the coarsest timestamps, of 2 s. A time in the future, as after the clock was set
 * back, counts as just modified.
 */
const MIN_AGE_MS = 2_000

const entrySchema = z.object({ identity: z.string(), values: z.record(z.string(), z.string()) })
const cacheFileSchema = z.object({ version: z.string(), entries: z.record(z.string(), entrySchema) })
type Entries = Map<string, z.output<typeof entrySchema>>

/** Opens a cache file. A missing, damaged or outdated file is an empty cache. */
export async function openMediaCache({ file, log, version = getCacheVersion() }: Options): Promise<MediaCache> {
  const { data } = cacheFileSchema.safeParse(tryParseJson(await readFile(file, 'utf8').catch(() => '')))
  const entries: Entries = new Map(data?.version === version ? Object.entries(data.entries) : [])
  const saved = { text: JSON.stringify([...entries]) }
  return {
    ...createCache(entries),
    save: async () => {
      const text = JSON.stringify([...entries])
      if (text === saved.text) return
      saved.text = text
      // After two simultaneous commands the file contains the entries of one of them.
      const content = Buffer.from(JSON.stringify({ version, entries: Object.fromEntries(entries) }))
      await mkdir(dirname(file), { recursive: true })
        .then(() => writeFileAtomic(file, content, { sync: false }))
        .catch((error: NodeJS.ErrnoException) =>
          log(
            `${file} cannot be written (${error.code ?? error.message}), so the next command reads all pictures again: make the folder writable, or free disk space`,
          ),
        )
    },
  }
}

/** Creates a cache without a file. */
export const createMemoryCache = (): MediaCache => ({ ...createCache(new Map()), save: async () => {} })

function createCache(entries: Entries): Omit<MediaCache, 'save'> {
  const queue = new PQueue({ concurrency: 2 * availableParallelism() })

  async function computeForFile(path: string, name: string, compute: () => Promise<string>): Promise<string> {
    const now = Date.now()
    const before = getFileStamp(path)
    const value = await compute()
    // A file that has changed meanwhile is computed again the next time.
    if (before && now - before.modifiedAt >= MIN_AGE_MS && getFileStamp(path)?.identity === before.identity) {
      const entry = entries.get(path)
      const otherValues = entry?.identity === before.identity ? entry.values : {}
      entries.set(path, { identity: before.identity, values: { ...otherValues, [name]: value } })
    }
    return value
  }

  return {
    getOrComputeForFile: async (path, name, compute) => {
      const absolute = resolve(path)
      const entry = entries.get(absolute)
      const cached = entry?.identity === getFileStamp(absolute)?.identity ? entry?.values[name] : undefined
      return cached ?? queue.add(() => computeForFile(absolute, name, compute))
    },
  }
}

/**
 * Returns an identity that changes whenever a file is modified or replaced: ctime and inode change even if size and
 * mtime do not. Returns `undefined` for a missing file. Synchronous: ten times as fast for thousands of files.
 */
function getFileStamp(path: string): { readonly identity: string; readonly modifiedAt: number } | undefined {
  try {
    const { ino, size, mtimeNs, ctimeNs, mtimeMs, ctimeMs } = statSync(path, { bigint: true })
    const modifiedAt = Math.max(Number(mtimeMs), Number(ctimeMs))
    return { identity: `${ino} ${size} ${mtimeNs} ${ctimeNs}`, modifiedAt }
  } catch {
    return undefined
  }
}
