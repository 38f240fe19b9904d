import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants, gunzip, gzip } from 'node:zlib'
import { writeFileAtomic } from '#shared/write-file-atomic.ts'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

interface CompressionOptions {
  /** Folders that are left out, because other tasks may be writing them. */
  readonly except?: readonly string[]
  /** The quality of Brotli, at most 11. */
  readonly brotliQuality?: number
}

/**
 * Writes a `.br` and a `.gz` copy of every text file and WebAssembly module of a build, so that the server does not
 * compress. Skips files with a `.gz` copy.
 */
export async function compressFiles(
  folder: string,
  { except = [], brotliQuality }: CompressionOptions = {},
): Promise<void> {
  const isExcepted = (file: string) => except.some((name) => file.startsWith(name))
  const files = (await readdir(folder, { recursive: true })).filter((file) => !isExcepted(file))
  await Promise.all(
    files.filter(isCompressible).map(async (file) => {
      const path = join(folder, file)
      if (existsSync(`${path}.gz`)) return
      for (const [extension, bytes] of Object.entries(await compressContent(await readFile(path), brotliQuality)))
        await writeFile(path + extension, bytes)
    }),
  )
}

/** Whether a file of a build is compressed: not dotfiles, which are never served. */
const isCompressible = (file: string): boolean =>
  /\.(html|js|css|svg|json|webmanifest|txt|xml)$/.test(file) && !/(^|[\\/])\.[^\\/]/.test(file)

/** Compresses text. Returns the bytes by file extension. */
async function compressContent(
  content: Buffer,
  brotliQuality = constants.BROTLI_MAX_QUALITY,
): Promise<Readonly<Record<'.br' | '.gz', Buffer>>> {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  }
  return { '.br': await brotli(content, { params }), '.gz': await zip(content, { level: 9 }) }
}

/** How to read the content of a file and of its copies, by their extension. */
const DECODERS: Readonly<Record<string, (bytes: Buffer) => Promise<Buffer>>> = {
  '.br': promisify(brotliDecompress),
  '.gz': promisify(gunzip),
  '': async (bytes) => bytes,
}

/**
 * Writes a file and its compressed copies into a site that may be served at the same time: atomically, and only where the
 * content differs. Each copy is compared separately, because an interrupted run may have left an outdated `.br`. The
 * copies are decompressed for it, which takes a hundredth of the time of Brotli's compression.
 */
export async function writeServedFile(outDir: string, name: string, content: string): Promise<void> {
  const path = join(outDir, name)
  const bytes = Buffer.from(content)
  const hasCopies = isCompressible(name)
  const outdated = new Set<string>()
  for (const extension of hasCopies ? ['.br', '.gz', ''] : ['']) {
    const actual = await readFile(path + extension)
      .then(DECODERS[extension])
      .catch(() => undefined)
    if (!actual?.equals(bytes)) outdated.add(extension)
  }
  if (outdated.size === 0) return
  const compressed = hasCopies ? await compressContent(bytes) : {}
  await mkdir(dirname(path), { recursive: true })
  for (const [extension, desired] of Object.entries({ ...compressed, '': bytes }))
    if (outdated.has(extension)) await writeFileAtomic(path + extension, desired)
}
