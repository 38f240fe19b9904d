import { updateModelFiles } from '#scripts/build/update-model-files.ts'
import { UserError } from '#shared/user-error.ts'
import { type CommandOutput, EXIT_CODES } from './command-output.ts'

/** Generates the files that depend on the model, unless a query would break. */
export async function runTypesCommand(
  { check = false }: { readonly check?: boolean },
  output: CommandOutput,
): Promise<void> {
  const report = await generateTypes(check)
  const { broken, problems, written, stale } = report
  const lines = [
    ...broken,
    ...problems,
    ...written.map((file) => `Wrote ${file}`),
    ...stale.map((file) => `${file} is out of date: run npm run types`),
    ...(broken.length > 0 ? ['No other file is written: change these queries, or the model, and run this again.'] : []),
  ]
  const differs = broken.length > 0 || (check && problems.length + stale.length > 0)
  output.result(
    report,
    lines.length > 0 ? lines.join('\n') : 'The generated files are up to date.',
    differs ? EXIT_CODES.differs : EXIT_CODES.done,
  )
}

/**
 * Generates the files that depend on the model; with `check` it writes nothing. `broken` has a line for each part of a query
 * that the model no longer has, and then no other file is written; `problems` one for each page without a route, route without
 * a page, field that no page reads, and problem of the seed. `stale` files are out of date and were not written.
 */
async function generateTypes(check: boolean) {
  const toReport = (files: readonly string[]) => ({ written: check ? [] : files, stale: check ? files : [] })
  const modelFiles = await updateModelFiles({ check })
  // The other files depend on these.
  if (modelFiles.length > 0 && check) return { broken: [], problems: [], ...toReport(modelFiles) }
  // Only now, because these modules import the model.
  const { findBrokenSiteQueries } = await import('#scripts/build/site-queries.ts')
  const { findRouteProblems } = await import('#scripts/build/page-routes.ts')
  const { findUnusedFields } = await import('#scripts/build/unused-fields.ts')
  const { generateFiles } = await import('#scripts/build/generate-files.ts')
  const broken = await findBrokenSiteQueries()
  const files = broken.length > 0 ? [] : await generateFiles({ check })
  const seedProblems = await findSeedProblems()
  if (!check && broken.length + seedProblems.length === 0) {
    const { bundleContent } = await import('#scripts/build/bundle-content.ts')
    await bundleContent() // is not committed, and the compiler reads its types
  }
  const problems = [...(await findRouteProblems()), ...(await findUnusedFields()), ...seedProblems]
  return { broken, problems, ...toReport([...modelFiles, ...files]) }
}

/** Returns one line for each entry that does not match the model, and for each file that cannot be read. */
async function findSeedProblems(): Promise<readonly string[]> {
  const { readSeed } = await import('#cms/seed/read-seed.ts')
  const { listSeedProblems } = await import('#cms/seed/validate-seed.ts')
  try {
    return await listSeedProblems(readSeed(), { mediaFolder: 'public/media' })
  } catch (error) {
    if (error instanceof UserError) return error.lines
    throw error
  }
}
