import { mkdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { writeFileAtomic } from '#shared/write-file-atomic.ts'
import { compressContent, isCompressible } from './served-files.ts'

/**
 * Writes a file and its compressed copies into a site that may be served at the same time: atomically, and only where the
 * content differs. Each copy is compared separately, because an interrupted run may have left an outdated `.br`.
 */
export async function writeServedFile(outDir: string, name: string, content: string): Promise<void> {
  const path = join(outDir, name)
  const bytes = Buffer.from(content)
  const compressed = isCompressible(name) ? await compressContent(bytes) : {}
  await mkdir(dirname(path), { recursive: true })
  for (const [extension, desired] of Object.entries({ ...compressed, '': bytes })) {
    const actual = await readFile(path + extension).catch(() => undefined)
    if (!actual?.equals(desired)) await writeFileAtomic(path + extension, desired)
  }
}
