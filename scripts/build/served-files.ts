import { existsSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/**
 * Writes `.br` and `.gz` beside every text file of a build, so that serving it compresses nothing. What is compressed
 * already is left, and so is a folder that something else is still writing.
 */
export async function compressFiles(folder: string, except?: string): Promise<void> {
  const files = (await readdir(folder, { recursive: true })).filter((file) => !except || !file.startsWith(except))
  await Promise.all(
    files.filter(isCompressible).map(async (file) => {
      const path = join(folder, file)
      if (existsSync(`${path}.gz`)) return
      for (const [ending, small] of Object.entries(await compressContent(await readFile(path))))
        await writeFile(path + ending, small)
    }),
  )
}

/** Texts, by their name below the build's folder; a dotfile is served to nobody. */
export const isCompressible = (file: string): boolean =>
  /\.(html|js|css|svg|json|webmanifest|txt|xml)$/.test(file) && !/(^|[\\/])\.[^\\/]/.test(file)

/** What a text is sent as, by the ending of its file. */
export async function compressContent(content: Buffer): Promise<Readonly<Record<'.br' | '.gz', Buffer>>> {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: content.length }
  return { '.br': await brotli(content, { params }), '.gz': await zip(content, { level: 9 }) }
}
