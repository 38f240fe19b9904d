import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { mkdir, readFile } from 'node:fs/promises'
import { findPackageJSON } from 'node:module'
import { availableParallelism } from 'node:os'
import { dirname, resolve } from 'node:path'
import PQueue from 'p-queue'
import * as z from 'zod'
import { UserError } from '#shared/user-error.ts'
import { writeFileAtomic } from '#shared/write-file-atomic.ts'

/** Values computed from pictures and videos, kept between runs so that an unchanged file is not read again. */
export interface MediaCache {
  /** The value `name` of a file: the cached one while the file is unchanged. Throws `FileChangedError`. */
  readonly getOrComputeForFile: (path: string, name: string, compute: () => Promise<string>) => Promise<string>
  /** The value for a key that never means other content, such as an address that contains a hash. */
  readonly getOrComputeForKey: (key: string, compute: () => Promise<string>) => Promise<string>
  /** Writes the cache file if something was added. */
  readonly save: () => Promise<void>
}

/** A file was modified each time that it was read. */
export class FileChangedError extends UserError {
  constructor(path: string) {
    super(`${path} changes while it is read: run the command again when it is saved`)
  }
}

interface Options {
  readonly file: string
  /** Receives one line if the cache file cannot be written. */
  readonly log: (line: string) => void
  /** A cache file of another version is ignored. */
  readonly version?: string
}

/** Increase it when the computation of a cached value changes. */
const FORMAT = 2

/**
 * Contains the version of sharp, because each one has its own libvips, which may decode a picture differently. Reads the
 * manifest, because loading sharp takes 60 ms.
 */
function getCacheVersion(): string {
  const manifest = findPackageJSON('sharp', import.meta.url)
  const { version } = z.object({ version: z.string() }).parse(manifest && JSON.parse(readFileSync(manifest, 'utf8')))
  return `format ${FORMAT}, sharp ${version}`
}

/** The least recently used entries are dropped. */
const MAX_ENTRIES = 20_000

/** Attempts to read a file that is being modified. */
const MAX_READS = 3

/**
 * A file that was modified later than this before it was read is not cached: another modification could leave it
 * with the same timestamps. FAT has the coarsest timestamps, of 2 s. A time in the future, as after the clock was set
 * back, counts as just modified.
 */
const MIN_AGE_MS = 2_000

const entrySchema = z.object({ identity: z.string(), values: z.record(z.string(), z.string()) })
type Entry = z.output<typeof entrySchema>
const entriesSchema = z.array(z.tuple([z.string(), entrySchema]))

/** Opens a cache file. A missing, damaged or outdated file is an empty cache. */
export async function openMediaCache({ file, log, version = getCacheVersion() }: Options): Promise<MediaCache> {
  const entries = await readEntries(file, version)
  let isWritable = true
  return {
    ...createCache(entries),
    save: async () => {
      if (!entries.isChanged || !isWritable) return
      entries.isChanged = false
      await writeEntries(file, version, entries.all()).catch((error: NodeJS.ErrnoException) => {
        isWritable = false
        log(
          `${file} cannot be written (${error.code ?? error.message}), so the next command reads all pictures again: make the folder writable, or free disk space`,
        )
      })
    },
  }
}

/** Creates a cache without a file. */
export const createMemoryCache = (): MediaCache => ({ ...createCache(new Entries([])), save: async () => {} })

function createCache(entries: Entries): Omit<MediaCache, 'save'> {
  const queue = new PQueue({ concurrency: 2 * availableParallelism() })

  async function computeForFile(path: string, name: string, compute: () => Promise<string>): Promise<string> {
    for (let reads = 0; reads < MAX_READS; reads += 1) {
      const now = Date.now()
      const before = getFileStamp(path)
      const [result] = await Promise.allSettled([compute()])
      if (before && getFileStamp(path)?.identity !== before.identity) continue
      if (result.status === 'rejected') throw result.reason
      const { value } = result
      if (before && now - before.modifiedAt >= MIN_AGE_MS) entries.set(path, before.identity, name, value)
      return value
    }
    throw new FileChangedError(path)
  }

  return {
    getOrComputeForFile: async (path, name, compute) => {
      const absolute = resolve(path)
      const current = getFileStamp(absolute)
      const cached = current && entries.get(absolute, current.identity, name)
      return cached ?? queue.add(() => computeForFile(absolute, name, compute))
    },
    getOrComputeForKey: async (key, compute) => {
      const cached = entries.get(key, '', 'value')
      if (cached !== undefined) return cached
      const value = await compute()
      entries.set(key, '', 'value', value)
      return value
    },
  }
}

/**
 * Returns an identity that changes whenever a file is modified or replaced: ctime and inode change even if size and
 * mtime do not. Returns `undefined` for a missing file. Synchronous: ten times as fast for thousands of files.
 */
function getFileStamp(path: string): { readonly identity: string; readonly modifiedAt: number } | undefined {
  const stats = getStats(path)
  if (!stats) return undefined
  const { ino, size, mtimeNs, ctimeNs, mtimeMs, ctimeMs } = stats
  return {
    identity: `${ino} ${size} ${mtimeNs} ${ctimeNs}`,
    modifiedAt: Math.max(Number(mtimeMs), Number(ctimeMs)),
  }
}

function getStats(path: string) {
  try {
    return statSync(path, { bigint: true })
  } catch {
    return undefined
  }
}

/** Cache entries by path or key, the least recently used first. */
class Entries {
  isChanged = false
  private readonly byKey: Map<string, Entry>

  constructor(all: readonly (readonly [string, Entry])[]) {
    this.byKey = new Map(all)
  }

  get(key: string, identity: string, name: string): string | undefined {
    const entry = this.byKey.get(key)
    if (entry?.identity !== identity) return undefined
    this.moveToEnd(key, entry)
    return entry.values[name]
  }

  set(key: string, identity: string, name: string, value: string): void {
    const entry = this.byKey.get(key)
    const otherValues = entry?.identity === identity ? entry.values : {}
    this.moveToEnd(key, { identity, values: { ...otherValues, [name]: value } })
    this.isChanged = true
  }

  all(): readonly (readonly [string, Entry])[] {
    return [...this.byKey].slice(-MAX_ENTRIES)
  }

  private moveToEnd(key: string, entry: Entry): void {
    this.byKey.delete(key)
    this.byKey.set(key, entry)
  }
}

/** Reads the entries. The first line of the file contains the version and a checksum of the rest. */
async function readEntries(file: string, version: string): Promise<Entries> {
  const text = await readFile(file, 'utf8').catch(() => '')
  const end = text.indexOf('\n')
  const body = text.slice(end + 1)
  if (text.slice(0, Math.max(end, 0)) !== createHeading(version, body)) return new Entries([])
  return new Entries(entriesSchema.safeParse(JSON.parse(body)).data ?? [])
}

/** Replaces the whole file. After two simultaneous commands it contains the entries of one of them. */
async function writeEntries(file: string, version: string, entries: readonly (readonly [string, Entry])[]) {
  const body = JSON.stringify(entries)
  await mkdir(dirname(file), { recursive: true })
  await writeFileAtomic(file, Buffer.from(`${createHeading(version, body)}\n${body}`), { sync: false })
}

const createHeading = (version: string, body: string) =>
  `${version}, sha256 ${createHash('sha256').update(body).digest('hex')}`
