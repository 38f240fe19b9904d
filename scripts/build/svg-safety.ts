import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { findSvgProblem } from '#shared/find-svg-problem.ts'
import { UserError } from '#shared/user-error.ts'

/**
 * Throws `UserError` with a line for each unsafe file in a folder: unsafe SVG files, their compressed copies, which the
 * server would send without a check, and symbolic links.
 */
export async function assertSafePublicFiles(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const lines = entries.flatMap((entry) => {
    const path = relative('.', join(entry.parentPath, entry.name))
    if (entry.isSymbolicLink()) return [`${path} is a symbolic link: replace it with a copy of its target`]
    return /\.svgz?\.(br|gz)$/i.test(path) ? [`${path} is compressed: delete it, the build creates it`] : []
  })
  if (lines.length > 0) throw new UserError(lines)
  await assertSafeSvgFiles(entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name)))
}

/** Throws `UserError` with a line for each SVG file that is unsafe to serve from the site's origin. Ignores other files. */
export async function assertSafeSvgFiles(paths: readonly string[]): Promise<void> {
  const svgFiles = paths.filter((path) => /\.svgz?$/i.test(path))
  const problems = await Promise.all(
    svgFiles.map(async (path) => ({ path, problem: findSvgProblem(await readFile(path)) })),
  )
  const lines = problems.flatMap(({ path, problem }) =>
    problem ? [`${relative('.', path)} ${problem}: export it as plain SVG, or delete it`] : [],
  )
  if (lines.length > 0) throw new UserError(lines)
}
