import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** Writes `.br` and `.gz` beside every text file of a build, so that serving it compresses nothing. What is compressed already is left. */
export async function compressFiles(folder: string): Promise<void> {
  const files = await readdir(folder, { recursive: true })
  const texts = files.filter(
    (file) => /\.(html|js|css|svg|json|webmanifest|txt|xml)$/.test(file) && !file.startsWith('.vite'),
  )
  await Promise.all(
    texts.map(async (file) => {
      const path = join(folder, file)
      if (await isFresh(path)) return
      const content = await readFile(path)
      const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: content.length }
      await writeFile(`${path}.br`, await brotli(content, { params }))
      await writeFile(`${path}.gz`, await zip(content, { level: 9 }))
    }),
  )
}

/** The second of the two is written last. */
async function isFresh(path: string): Promise<boolean> {
  const compressed = await stat(`${path}.gz`).catch(() => undefined)
  return compressed !== undefined && compressed.mtimeMs > (await stat(path)).mtimeMs
}
