import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { BadInput } from '#cms/sync/bad-input.ts'
import { findSvgProblem } from '#shared/find-svg-problem.ts'

/**
 * Throws `BadInput` with a line for each file below a folder that a build would copy without its SVG being checked: unsafe
 * drawings, compressed copies, which the server would send in their place, and symbolic links.
 */
export async function assertSafePublicFiles(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const lines = entries.flatMap((entry) => {
    const path = relative('.', join(entry.parentPath, entry.name))
    if (entry.isSymbolicLink()) return [`${path} is a symbolic link: copy the file that it leads to`]
    return /\.svgz?\.(br|gz)$/i.test(path) ? [`${path} is compressed: delete it, the build makes it`] : []
  })
  if (lines.length > 0) throw new BadInput(...lines)
  await assertSafeSvgFiles(entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name)))
}

/** Throws `BadInput` with a line for each SVG file that must not be served from the site's origin. Ignores other files. */
export async function assertSafeSvgFiles(paths: readonly string[]): Promise<void> {
  const drawings = paths.filter((path) => /\.svgz?$/i.test(path))
  const problems = await Promise.all(
    drawings.map(async (path) => ({ path, problem: findSvgProblem(await readFile(path)) })),
  )
  const lines = problems.flatMap(({ path, problem }) =>
    problem ? [`${relative('.', path)} ${problem}: export it as plain SVG, or delete it`] : [],
  )
  if (lines.length > 0) throw new BadInput(...lines)
}
