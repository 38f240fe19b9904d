import { existsSync, readFileSync } from 'node:fs'
import { type Redirect, validateRedirects } from '#cms/model/validate-redirects.ts'
import { CONTENTFUL_ID } from '#shared/constants.ts'
import { getSeedEntriesFile, SEED_ASSETS_FILE } from './seed-files.ts'
import type { Seed, SeedAsset, SeedEntry } from './seed-types.ts'
import { validateEntryFields } from './validate-fields.ts'
import { createLinkValidator } from './validate-links.ts'
import { createMediaValidator, type MediaLocation, readMediaFile } from './validate-media.ts'

/** A problem of an asset or entry, and how to fix it. */
interface SeedProblem {
  readonly kind: 'asset' | 'entry'
  readonly id: string
  /** The seed file that contains it. */
  readonly file: string
  /** One line. */
  readonly text: string
}

/** Validates the seed against the model and its media files. Returns one line per problem: file, line, id, field and fix. */
export async function listSeedProblems(seed: Seed, location: MediaLocation): Promise<string[]> {
  return (await validateSeed(seed, location)).map((problem) => {
    const { file, id, text } = problem
    return `${[file, findProblemLine(problem)].filter(Boolean).join(':')}: ${id}: ${text}`
  })
}

/** Returns the line of the field that a problem names, or of its entry or asset; `undefined` if the file has neither. */
function findProblemLine({ kind, file, id, text }: SeedProblem): number | undefined {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
  const indent = ' '.repeat(kind === 'asset' ? 2 : 4)
  const start = lines.findIndex((line) => line.startsWith(`${indent}${JSON.stringify(id)}: {`))
  if (start < 0) return undefined
  const length = lines.slice(start).findIndex((line) => line.startsWith(`${indent}}`))
  const [field = ''] = text.split(' ')
  const fieldLine = lines
    .slice(start, start + length)
    .findIndex((line) => line.trimStart().startsWith(`${JSON.stringify(field)}:`))
  return start + Math.max(fieldLine, 0) + 1
}

/** Validates the seed against the model and its media files. */
export async function validateSeed(seed: Seed, location: MediaLocation): Promise<readonly SeedProblem[]> {
  const validAssets = seed.assets.filter((asset) => validateSeedAsset(asset).length === 0)
  const mediaFiles = await Promise.all(validAssets.map((asset) => readMediaFile(asset, location)))
  const validateLinks = createLinkValidator(seed)
  const validateRedirect = createRedirectValidator(seed)
  const validateMedia = createMediaValidator(mediaFiles)
  const toAssetProblem = (id: string) => (text: string) => ({
    kind: 'asset' as const,
    id,
    file: SEED_ASSETS_FILE,
    text,
  })
  const toEntryProblem = ({ id, type }: SeedEntry) => {
    const file = getSeedEntriesFile(type)
    return (text: string) => ({ kind: 'entry' as const, id, file, text })
  }
  return [
    ...validateIds(seed.assets.map(({ id }) => ({ kind: 'asset', id, file: SEED_ASSETS_FILE }))),
    ...seed.assets.flatMap((asset) => validateSeedAsset(asset).map(toAssetProblem(asset.id))),
    ...mediaFiles.flatMap(({ asset, problem }) => (problem ? [toAssetProblem(asset.id)(problem)] : [])),
    ...validateIds(seed.entries.map(({ id, type }) => ({ kind: 'entry', id, file: getSeedEntriesFile(type) }))),
    ...seed.entries.flatMap((entry) =>
      (hasFields(entry)
        ? [...validateEntryFields(entry), ...validateLinks(entry), ...validateMedia(entry), ...validateRedirect(entry)]
        : [NO_FIELDS]
      ).map(toEntryProblem(entry)),
    ),
  ]
}

/** JSON files can contain other values than their types allow. */
const hasFields = ({ fields }: SeedEntry) => fields instanceof Object && !Array.isArray(fields)
const NO_FIELDS = 'has no fields; write { "<field>": <value>, … } after the id'

/** Ids are unique among all entries, and among all assets. */
function validateIds(items: readonly Omit<SeedProblem, 'text'>[]): readonly SeedProblem[] {
  const fileById = new Map<string, string>()
  return items.flatMap((item) => {
    const { id, file } = item
    const otherFile = fileById.get(id)
    fileById.set(id, otherFile ?? file)
    return [
      ...(otherFile ? [{ ...item, text: `the id is already used in ${otherFile}; choose another` }] : []),
      ...(CONTENTFUL_ID.test(id) ? [] : [{ ...item, text: INVALID_ID }]),
    ]
  })
}

const INVALID_ID = 'not an id; write 1 to 64 of a–z, A–Z, 0–9, hyphen, underscore, full stop'

/** Validates the fields of an asset, but not its file. */
function validateSeedAsset({ id: _, ...fields }: SeedAsset): readonly string[] {
  const unknownNames = Object.keys(fields).filter((name) => !ASSET_FIELDS.includes(name))
  const { originalName = 'none' } = fields
  return [
    ...unknownNames.map(
      (name) => `${name} is not a field of an asset; remove it, or spell it as one of ${ASSET_FIELDS.join(', ')}`,
    ),
    ...(isLine(fields.file) ? [] : ['file is missing or not a text; write its path below the media folder']),
    ...(isLine(fields.title) ? [] : ['title is missing or not one line of text; write 1 to 256 characters']),
    ...(isLine(originalName) ? [] : ['originalName is not a text; write the name in the space, or remove it']),
  ]
}

const ASSET_FIELDS = ['file', 'title', 'originalName']

/** Contentful’s limit for a line of text (docs/contentful.md). JSON files can contain other values than their types allow. */
const isLine = (value: unknown) => typeof value === 'string' && /^.{1,256}$/.test(value)

/** Creates a function that reports redirects that would not be served. Ignores redirects with invalid fields. */
function createRedirectValidator({ entries }: Seed): (entry: SeedEntry) => readonly string[] {
  const { rejected } = validateRedirects(entries.flatMap(toRedirects))
  return (entry) => {
    const problems = entry.type === 'redirect' ? rejected.filter(({ id }) => id === entry.id) : []
    return problems.length === 0 || validateEntryFields(entry).length > 0 ? [] : problems.map(({ reason }) => reason)
  }
}

function toRedirects({ id, type, fields }: SeedEntry): readonly Redirect[] {
  if (type !== 'redirect') return []
  const { from, to, isPermanent } = fields ?? {}
  return typeof from === 'string' && typeof to === 'string' ? [{ id, from, to, isPermanent: isPermanent === true }] : []
}
