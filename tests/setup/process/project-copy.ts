import { cp, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'

/** A copy of the project in a temporary folder. */
export interface ProjectCopy extends AsyncDisposable {
  readonly folder: string
}

/** Folders of build output, which is not committed. */
const OUTPUT_FOLDERS = ['.cache', 'dist']

/** Copies files and folders of the project, without build output, to a temporary folder and links the installed packages. */
export async function copyProject(sources: readonly string[]): Promise<ProjectCopy> {
  const folder = await mkdtemp(join(tmpdir(), 'project-'))
  const filter = (source: string) => !OUTPUT_FOLDERS.includes(basename(source))
  for (const name of sources) await cp(name, join(folder, name), { recursive: true, filter })
  await symlink(resolve('node_modules'), join(folder, 'node_modules'))
  return { folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) }
}
