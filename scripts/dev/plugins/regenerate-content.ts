import { readFile } from 'node:fs/promises'
import { buildSchema, GraphQLError } from 'graphql'
import { model } from '#cms/model/model.gen.ts'
import { toKebabCase } from '#cms/model/pages.ts'
import { printModelSchema } from '#cms/model/print-model-schema.ts'
import { readSeed } from '#cms/seed/read-seed.ts'
import { SeedFileError } from '#cms/seed/read-seed-files.ts'
import { validateSeed } from '#cms/seed/validate-seed.ts'
import { silentProgress } from '#cms/sync/progress/progress.ts'
import { bundleContent } from '#scripts/build/bundle-content.ts'
import { generateFiles } from '#scripts/build/generate-files.ts'
import { readQueryFiles } from '#scripts/build/query-files.ts'
import { findBrokenQueries } from '#scripts/cms/broken-queries.ts'
import { ensureSeeded, type LocalSpace, SEED_MEDIA_FOLDER } from '#scripts/dev/seed-local-contentful.ts'
import { UserError } from '#shared/user-error.ts'
import { findModelFieldLine, findSeedFieldLine, type SourceError } from './source-error.ts'

interface Options {
  readonly localSpace: LocalSpace | undefined
  /** Called when the local Contentful is up to date. */
  readonly onSeeded: () => void
}

/**
 * Updates everything that depends on model, seed and queries: content types and entries of the local Contentful, the
 * schema, the generated types and the bundled content. Stops at the first error and returns it.
 *
 * Runs in the module runner, which evaluates this module again after each change.
 */
export async function regenerateContent({ localSpace, onSeeded }: Options): Promise<readonly SourceError[]> {
  const errors = [...(await findQueryErrors()), ...(await findSeedErrors())]
  if (errors.length > 0) return errors
  if (localSpace) {
    // Before the files: pages query the CMS as soon as a generated query changes.
    const seedingErrors = await seedLocalSpace(localSpace)
    if (seedingErrors.length > 0) return seedingErrors
    onSeeded()
  }
  await bundleContent()
  await generateFiles({ check: false, parts: 'content' }) // last, because it reloads the pages
  return []
}

/** Returns the errors of the queries against the schema, and the errors of the schema itself. */
async function findQueryErrors(): Promise<readonly SourceError[]> {
  try {
    const schema = buildSchema(printModelSchema())
    return findBrokenQueries(schema, await readQueryFiles()).map(({ file, line, name, problem }) => ({
      file,
      line,
      message: `${name}: ${problem}`,
    }))
  } catch (error) {
    if (error instanceof GraphQLError && error.source)
      return [{ file: error.source.name, ...error.locations?.[0], message: error.message }]
    if (!(error instanceof Error)) throw error
    return [await locateInModel(error.message)]
  }
}

async function findSeedErrors(): Promise<readonly SourceError[]> {
  try {
    const problems = await validateSeed(readSeed(), { mediaFolder: SEED_MEDIA_FOLDER })
    return await Promise.all(
      problems.map(async ({ file, id, text }) => ({
        file,
        line: findSeedFieldLine(await readFile(file, 'utf8'), id, text.split(' ')[0] ?? ''),
        message: `${id}: ${text}`,
      })),
    )
  } catch (error) {
    if (error instanceof SeedFileError) return error.problems
    throw error
  }
}

/** Seeds the local Contentful and returns its errors, such as a changed field type or an unreachable CMS. */
async function seedLocalSpace(localSpace: LocalSpace): Promise<readonly SourceError[]> {
  try {
    await ensureSeeded(localSpace, silentProgress)
    return []
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    return Promise.all(error.lines.map(locateInModel))
  }
}

/** Adds the location to an error that contains the name of a content type and optionally of a field in quotes. */
async function locateInModel(message: string): Promise<SourceError> {
  const type = message.match(/\w+/g)?.find((word) => Object.hasOwn(model, word))
  if (!type) return { message }
  const file = `cms/model/${toKebabCase(type)}.ts`
  const text = await readFile(file, 'utf8').catch(() => undefined)
  return text === undefined ? { message } : { message, file, line: findModelFieldLine(text, quotedWords(message)) }
}

const quotedWords = (text: string) => [...text.matchAll(/"(\w+)"/g)].map(([, word = '']) => word)
