import { cp, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

/** A copy of the project in a temporary folder. */
export interface ProjectCopy extends AsyncDisposable {
  readonly folder: string
}

/** Copies files and folders of the project to a temporary folder and links the installed packages. */
export async function copyProject(sources: readonly string[]): Promise<ProjectCopy> {
  const folder = await mkdtemp(join(tmpdir(), 'project-'))
  for (const name of sources) await cp(name, join(folder, name), { recursive: true })
  await symlink(resolve('node_modules'), join(folder, 'node_modules'))
  return { folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) }
}
