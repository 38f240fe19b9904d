import { mkdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { writeFileAtomic } from '#shared/write-file-atomic.ts'
import { compressContent, isCompressible } from './served-files.ts'

/**
 * Writes a file of a built site that may be served at this moment: never half of it, and nothing where it says the same
 * already. Each is compared for itself: a run that was stopped may have left a `.br` that says something else.
 */
export async function writeServedFile(outDir: string, name: string, content: string): Promise<void> {
  const path = join(outDir, name)
  const bytes = Buffer.from(content)
  const small = isCompressible(name) ? await compressContent(bytes) : {}
  await mkdir(dirname(path), { recursive: true })
  for (const [ending, wanted] of Object.entries({ ...small, '': bytes })) {
    const held = await readFile(path + ending).catch(() => undefined)
    if (!held?.equals(wanted)) await writeFileAtomic(path + ending, wanted)
  }
}
