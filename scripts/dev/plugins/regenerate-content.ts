import { readSeed } from '#cms/seed/read-seed.ts'
import { listSeedProblems } from '#cms/seed/validate-seed.ts'
import { silentProgress } from '#cms/sync/progress/progress.ts'
import { bundleContent } from '#scripts/build/bundle-content.ts'
import { generateFiles } from '#scripts/build/generate-files.ts'
import { findBrokenSiteQueries } from '#scripts/build/site-queries.ts'
import { findUnusedFields } from '#scripts/build/unused-fields.ts'
import { ensureSeeded, type LocalSpace, SEED_MEDIA_FOLDER } from '#scripts/dev/seed-local-contentful.ts'
import { UserError } from '#shared/user-error.ts'

/**
 * Updates everything that depends on model, seed and queries: content types and entries of the local Contentful, the
 * schema, the generated types and the bundled content. Throws `UserError` with a line for each error, and writes nothing
 * then. `onSeeded` is called when the local Contentful is up to date.
 *
 * Runs in the module runner, which evaluates this module again after each change.
 */
export async function regenerateContent(localSpace: LocalSpace | undefined, onSeeded: () => void): Promise<void> {
  const seedProblems = await listSeedProblems(readSeed(), { mediaFolder: SEED_MEDIA_FOLDER })
  const problems = [...(await findBrokenSiteQueries()), ...seedProblems]
  if (problems.length > 0) throw new UserError(problems)
  if (localSpace) {
    await ensureSeeded(localSpace, silentProgress) // before the files: pages query the CMS as soon as a query changes
    onSeeded()
  }
  await bundleContent()
  await generateFiles({ check: false, parts: 'content' }) // last, because it reloads the pages
}

/** Returns a line for each field that the site does not use. */
export const findWarnings = async (): Promise<string> => (await findUnusedFields()).join('\n')
