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
  readonly ofFile: (path: string, name: string, compute: () => Promise<string>) => Promise<string>
  /** The value for a key that never means other content, such as an address that contains a hash. */
  readonly ofKey: (key: string, compute: () => Promise<string>) => Promise<string>
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

/** Increase it when a cached value is computed in another way. */
const FORMAT = 1

/** Each version of sharp brings its own libvips, which may decode a picture differently. sharp itself takes 60 ms to load. */
function cacheVersion(): string {
  const manifest = findPackageJSON('sharp', import.meta.url)
  const { version } = z.object({ version: z.string() }).parse(manifest && JSON.parse(readFileSync(manifest, 'utf8')))
  return `format ${FORMAT}, sharp ${version}`
}

/** The least recently used are dropped. */
const MAX_ENTRIES = 20_000

/** Of one file, while it is being modified. */
const MAX_READS = 3

/**
 * ms. A file that was modified later than this before it was read is not cached: another modification could leave it
 * with the same timestamps. FAT has the coarsest timestamps, of 2 s. A time in the future, as after the clock was set
 * back, counts as just modified.
 */
const SETTLED_AFTER = 2_000

const entry = z.object({ identity: z.string(), values: z.record(z.string(), z.string()) })
type Entry = z.output<typeof entry>
const entriesSchema = z.array(z.tuple([z.string(), entry]))

/** Opens a cache file. A missing, damaged or outdated one is an empty cache. */
export async function openMediaCache({ file, log, version = cacheVersion() }: Options): Promise<MediaCache> {
  const entries = await readEntries(file, version)
  let isWritable = true
  return {
    ...mediaCache(entries),
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

/** A cache for one run only. */
export const createMemoryCache = (): MediaCache => ({ ...mediaCache(new Entries([])), save: async () => {} })

function mediaCache(entries: Entries): Omit<MediaCache, 'save'> {
  const queue = new PQueue({ concurrency: 2 * availableParallelism() })

  async function computeOfFile(path: string, name: string, compute: () => Promise<string>): Promise<string> {
    for (let reads = 0; reads < MAX_READS; reads += 1) {
      const now = Date.now()
      const before = fileStamp(path)
      const [result] = await Promise.allSettled([compute()])
      if (before && fileStamp(path)?.identity !== before.identity) continue
      if (result.status === 'rejected') throw result.reason
      const { value } = result
      if (before && now - before.modifiedAt >= SETTLED_AFTER) entries.set(path, before.identity, name, value)
      return value
    }
    throw new FileChangedError(path)
  }

  return {
    ofFile: async (path, name, compute) => {
      const absolute = resolve(path)
      const stamp = fileStamp(absolute)
      const cached = stamp && entries.get(absolute, stamp.identity, name)
      return cached ?? queue.add(() => computeOfFile(absolute, name, compute))
    },
    ofKey: async (key, compute) => {
      const cached = entries.get(key, '', 'value')
      if (cached !== undefined) return cached
      const value = await compute()
      entries.set(key, '', 'value', value)
      return value
    },
  }
}

/**
 * What changes whenever a file is modified or replaced: ctime and inode also change if its size and its mtime stay.
 * `undefined` if there is no such file. Synchronous: for thousands of files ten times as fast.
 */
function fileStamp(path: string): { readonly identity: string; readonly modifiedAt: number } | undefined {
  const found = fileStats(path)
  if (!found) return undefined
  const { ino, size, mtimeNs, ctimeNs, mtimeMs, ctimeMs } = found
  return {
    identity: `${ino} ${size} ${mtimeNs} ${ctimeNs}`,
    modifiedAt: Math.max(Number(mtimeMs), Number(ctimeMs)),
  }
}

function fileStats(path: string) {
  try {
    return statSync(path, { bigint: true })
  } catch {
    return undefined
  }
}

/** Entries by path or key, the least recently used first. */
class Entries {
  isChanged = false
  private readonly byKey: Map<string, Entry>

  constructor(all: readonly (readonly [string, Entry])[]) {
    this.byKey = new Map(all)
  }

  get(key: string, identity: string, name: string): string | undefined {
    const found = this.byKey.get(key)
    if (found?.identity !== identity) return undefined
    this.moveToEnd(key, found)
    return found.values[name]
  }

  set(key: string, identity: string, name: string, value: string): void {
    const found = this.byKey.get(key)
    const others = found?.identity === identity ? found.values : {}
    this.moveToEnd(key, { identity, values: { ...others, [name]: value } })
    this.isChanged = true
  }

  all(): readonly (readonly [string, Entry])[] {
    return [...this.byKey].slice(-MAX_ENTRIES)
  }

  private moveToEnd(key: string, value: Entry): void {
    this.byKey.delete(key)
    this.byKey.set(key, value)
  }
}

/** The first line is the version and a checksum of the rest. */
async function readEntries(file: string, version: string): Promise<Entries> {
  const text = await readFile(file, 'utf8').catch(() => '')
  const end = text.indexOf('\n')
  const body = text.slice(end + 1)
  if (text.slice(0, Math.max(end, 0)) !== headingOf(version, body)) return new Entries([])
  return new Entries(entriesSchema.safeParse(JSON.parse(body)).data ?? [])
}

/** Replaces the file as a whole: two commands at once leave the entries of one of them. */
async function writeEntries(file: string, version: string, entries: readonly (readonly [string, Entry])[]) {
  const body = JSON.stringify(entries)
  await mkdir(dirname(file), { recursive: true })
  await writeFileAtomic(file, Buffer.from(`${headingOf(version, body)}\n${body}`), { sync: false })
}

const headingOf = (version: string, body: string) =>
  `${version}, sha256 ${createHash('sha256').update(body).digest('hex')}`
