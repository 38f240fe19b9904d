import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { writeWhole } from '#cms/local/store/files.ts'

export interface Changes {
  /** New texts, by path. */
  readonly texts: ReadonlyMap<string, string>
  /** New media: by the path that they get, the path where they wait. */
  readonly media: ReadonlyMap<string, string>
}

/** Media first, so that a seed that names them finds them whenever the process ends; then all of its files at once. */
export async function writeSeed({ texts, media }: Changes, folders: readonly string[]): Promise<void> {
  for (const folder of folders) await clearUnfinished(folder)
  for (const [path, waiting] of media) {
    await mkdir(dirname(path), { recursive: true })
    await writeWhole(path, await readFile(waiting))
  }
  const unfinished: (readonly [string, string])[] = []
  for (const [path, text] of texts) {
    const part = `${path}.${randomUUID()}.part`
    await mkdir(dirname(path), { recursive: true })
    await writeFile(part, text)
    unfinished.push([part, path])
  }
  for (const [part, path] of unfinished) await rename(part, path)
}

/** What an earlier pull left that was killed while it wrote. */
async function clearUnfinished(folder: string): Promise<void> {
  const names = await readdir(folder, { recursive: true }).catch((): string[] => [])
  for (const name of names)
    if (/\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.part$/.test(name)) await rm(join(folder, name))
}
