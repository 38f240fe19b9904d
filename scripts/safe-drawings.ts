import { readFile } from 'node:fs/promises'
import { relative } from 'node:path'
import { BadInput } from '#cms/space/bad-input.ts'
import { findSvgProblem } from '#shared/find-svg-problem.ts'

/** Throws `BadInput` with a line for each SVG file that must not be served from the site's origin. Ignores other files. */
export async function assertSafeDrawings(paths: readonly string[]): Promise<void> {
  const drawings = paths.filter((path) => /\.svgz?$/i.test(path))
  const problems = await Promise.all(
    drawings.map(async (path) => ({ path, problem: findSvgProblem(await readFile(path)) })),
  )
  const lines = problems.flatMap(({ path, problem }) =>
    problem ? [`${relative('.', path)} ${problem}: export it as plain SVG, or delete it`] : [],
  )
  if (lines.length > 0) throw new BadInput(...lines)
}
