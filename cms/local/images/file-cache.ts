import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import PQueue from 'p-queue'
import { writeWhole } from '#cms/local/store/files.ts'

/** The path of a file by its name; it is made first where it is not there yet. */
export type FileCache = (name: string, make: () => Promise<Buffer>) => Promise<string>

/** Made at a time: encoding pictures, more would only take turns on a small machine. */
const AT_ONCE = 2

/** Files that are kept under a name that tells their content; whoever asks for one that is being made waits for the same. */
export function fileCache(folder: string): FileCache {
  const queue = new PQueue({ concurrency: AT_ONCE })
  const underway = new Map<string, Promise<void>>()
  const written = async (path: string, make: () => Promise<Buffer>) => {
    await mkdir(folder, { recursive: true })
    await writeWhole(path, await make())
  }
  return async (name, make) => {
    const path = join(folder, name)
    if (existsSync(path)) return path
    const making = underway.get(name) ?? queue.add(() => written(path, make)).finally(() => underway.delete(name))
    underway.set(name, making)
    await making
    return path
  }
}
