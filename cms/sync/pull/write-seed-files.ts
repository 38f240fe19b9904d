import { mkdir, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { removePartFiles, writeFileAtomic, writeFilesAtomic } from '#shared/write-file-atomic.ts'

export interface SeedFileChanges {
  /** New texts, by path. */
  readonly texts: ReadonlyMap<string, string>
  /** New media: by the path that they get, the path where they wait. */
  readonly media: ReadonlyMap<string, string>
}

/** Media first, so that a seed that names them finds them whenever the process ends; then all of its files at once. */
export async function writeSeedFiles({ texts, media }: SeedFileChanges, folders: readonly string[]): Promise<void> {
  // Part files of an earlier pull that was killed. Nothing else writes into these folders while a pull runs.
  for (const folder of folders) await removePartFiles(folder, { minAge: 0, recursive: true })
  for (const [path, waiting] of media) {
    await mkdir(dirname(path), { recursive: true })
    await writeFileAtomic(path, await readFile(waiting))
  }
  for (const path of texts.keys()) await mkdir(dirname(path), { recursive: true })
  await writeFilesAtomic(new Map([...texts].map(([path, text]) => [path, Buffer.from(text)])))
}
