import { readFile } from 'node:fs/promises'
import { buildSchema, GraphQLError } from 'graphql'
import { printModelSchema } from '#cms/graphql/print-model-schema.ts'
import { model } from '#cms/model/model.ts'
import { readSeed } from '#cms/seed/read-seed.ts'
import { validateSeed } from '#cms/seed/validate-seed.ts'
import { BadInput } from '#cms/sync/bad-input.ts'
import { silentProgress } from '#cms/sync/progress/progress.ts'
import { bundleContent } from '#scripts/build/bundle-content.ts'
import { generateFiles } from '#scripts/build/generate-files.ts'
import { findBrokenQueries } from '#scripts/cms/broken-queries.ts'
import { readQueryFiles } from '#scripts/cms/generate-types.ts'
import { ensureSeeded, type LocalSpace, SEED_MEDIA_FOLDER } from '#scripts/dev/seed-local-contentful.ts'
import type { SourceError } from './source-error.ts'
import { findModelFieldLine, findSeedFieldLine } from './source-lines.ts'

interface Options {
  readonly localSpace: LocalSpace | undefined
  /** The local Contentful holds the seed. */
  readonly onSeeded: () => void
}

/**
 * Brings everything that is made of model, seed and queries up to date: the local Contentful's content types and entries,
 * the schema, the generated types and the bundled content. After an error nothing more is written.
 *
 * Runs in the module runner, which evaluates it anew after each change.
 */
export async function regenerateContent({ localSpace, onSeeded }: Options): Promise<readonly SourceError[]> {
  const errors = [...(await queryErrors()), ...(await seedErrors())]
  if (errors.length > 0) return errors
  if (localSpace) {
    // First the CMS: pages ask it as soon as a generated query has changed.
    const refused = await seedErrorsOf(localSpace)
    if (refused.length > 0) return refused
    onSeeded()
  }
  await bundleContent()
  await generateFiles({ check: false, parts: 'content' }) // the last one: pages are reloaded by it
  return []
}

/** What the model's schema has against the queries, and GraphQL against the model. */
async function queryErrors(): Promise<readonly SourceError[]> {
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
    return [await inModel(error.message)]
  }
}

async function seedErrors(): Promise<readonly SourceError[]> {
  const problems = await validateSeed(readSeed(), { mediaFolder: SEED_MEDIA_FOLDER })
  return Promise.all(
    problems.map(async ({ file, id, text }) => ({
      file,
      line: findSeedFieldLine(await readFile(file, 'utf8'), id, text.split(' ')[0] ?? ''),
      message: `${id}: ${text}`,
    })),
  )
}

/** Seeds, and returns what the local Contentful has against it: a field whose type changes, a CMS that has ended. */
async function seedErrorsOf(localSpace: LocalSpace): Promise<readonly SourceError[]> {
  try {
    await ensureSeeded(localSpace, silentProgress)
    return []
  } catch (error) {
    if (!(error instanceof BadInput)) throw error
    return Promise.all(error.lines.map(inModel))
  }
}

/** The place of an error that names its content type, and perhaps its field in quotes. */
async function inModel(message: string): Promise<SourceError> {
  const type = message.match(/\w+/g)?.find((word) => Object.hasOwn(model, word))
  if (!type) return { message }
  const file = `cms/model/${type.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.ts`
  const text = await readFile(file, 'utf8').catch(() => undefined)
  return text === undefined ? { message } : { message, file, line: findModelFieldLine(text, quotedWords(message)) }
}

const quotedWords = (text: string) => [...text.matchAll(/"(\w+)"/g)].map(([, word = '']) => word)
