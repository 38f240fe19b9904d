import { type Redirect, validateRedirects } from '#cms/model/validate-redirects.ts'
import { CONTENTFUL_ID } from '#shared/constants.ts'
import { getSeedEntriesFile, SEED_ASSETS_FILE, type Seed, type SeedAsset, type SeedEntry } from './seed-types.ts'
import { validateEntryFields } from './validate-fields.ts'
import { createLinkValidator } from './validate-links.ts'
import { createMediaValidator, type MediaLocation, readMediaFile } from './validate-media.ts'

/** What is wrong with one asset or entry, and the remedy, on one line. */
interface SeedProblem {
  readonly kind: 'asset' | 'entry'
  readonly id: string
  /** The file of the seed that it stands in. */
  readonly file: string
  readonly text: string
}

/** Whether the seed fits the model and its media are there: one line a problem, with file, id, field and remedy. */
export async function listSeedProblems(seed: Seed, media: MediaLocation): Promise<string[]> {
  return (await validateSeed(seed, media)).map(({ file, id, text }) => `${file}: ${id}: ${text}`)
}

/** The same, for whoever says it in words of its own. */
export async function validateSeed(seed: Seed, place: MediaLocation): Promise<readonly SeedProblem[]> {
  const named = seed.assets.filter((asset) => validateSeedAsset(asset).length === 0)
  const media = await Promise.all(named.map((asset) => readMediaFile(asset, place)))
  const linkProblems = createLinkValidator(seed)
  const redirectProblems = createRedirectValidator(seed)
  const mediaProblems = createMediaValidator(media)
  const aboutAsset = (id: string) => (text: string) => ({ kind: 'asset' as const, id, file: SEED_ASSETS_FILE, text })
  const aboutEntry = ({ id, type }: SeedEntry) => {
    const file = getSeedEntriesFile(type)
    return (text: string) => ({ kind: 'entry' as const, id, file, text })
  }
  return [
    ...idProblems(seed.assets.map(({ id }) => ({ kind: 'asset', id, file: SEED_ASSETS_FILE }))),
    ...seed.assets.flatMap((asset) => validateSeedAsset(asset).map(aboutAsset(asset.id))),
    ...media.flatMap(({ asset, problem }) => (problem ? [aboutAsset(asset.id)(problem)] : [])),
    ...idProblems(seed.entries.map(({ id, type }) => ({ kind: 'entry', id, file: getSeedEntriesFile(type) }))),
    ...seed.entries.flatMap((entry) =>
      (hasFields(entry)
        ? [...validateEntryFields(entry), ...linkProblems(entry), ...mediaProblems(entry), ...redirectProblems(entry)]
        : [NO_FIELDS]
      ).map(aboutEntry(entry)),
    ),
  ]
}

/** The JSON may hold anything, whatever its type says. */
const hasFields = ({ fields }: SeedEntry) => fields instanceof Object && !Array.isArray(fields)
const NO_FIELDS = 'has no fields; write { "<field>": <value>, … } after the id'

/** Ids are one name space for all entries, and one for all assets. */
function idProblems(owners: readonly Omit<SeedProblem, 'text'>[]): readonly SeedProblem[] {
  const firstFile = new Map<string, string>()
  return owners.flatMap((owner) => {
    const { id, file } = owner
    const other = firstFile.get(id)
    firstFile.set(id, other ?? file)
    return [
      ...(other ? [{ ...owner, text: `the id is taken in ${other}; choose another` }] : []),
      ...(CONTENTFUL_ID.test(id) ? [] : [{ ...owner, text: NO_ID }]),
    ]
  })
}

const NO_ID = 'not an id; write 1 to 64 of a–z, A–Z, 0–9, hyphen, underscore, full stop'

/** What is wrong with what the seed says of an asset; its file is another matter. */
function validateSeedAsset({ id: _, ...fields }: SeedAsset): readonly string[] {
  const unknown = Object.keys(fields).filter((name) => !FIELDS.includes(name))
  const { originalName = 'none' } = fields
  return [
    ...unknown.map(
      (name) => `${name} is not a field of an asset; remove it, or spell it as one of ${FIELDS.join(', ')}`,
    ),
    ...(isLine(fields.file) ? [] : ['file is missing or no text; write its name below the media folder']),
    ...(isLine(fields.title) ? [] : ['title is missing or no line of text; write 1 to 256 characters']),
    ...(isLine(originalName) ? [] : ['originalName is no text; write the name that the space shows, or remove it']),
  ]
}

const FIELDS = ['file', 'title', 'originalName']

/** docs/contentful.md: a line of text has at most 256 characters. The JSON may hold anything, whatever its type says. */
const isLine = (value: unknown) => typeof value === 'string' && /^.{1,256}$/.test(value)

/** Names the redirects that would not be served; of one whose fields are wrong by themselves nothing more is said. */
function createRedirectValidator({ entries }: Seed): (entry: SeedEntry) => readonly string[] {
  const { refused } = validateRedirects(entries.flatMap(redirectOf))
  return (entry) => {
    const problems = entry.type === 'redirect' ? refused.filter(({ id }) => id === entry.id) : []
    return problems.length === 0 || validateEntryFields(entry).length > 0 ? [] : problems.map(({ reason }) => reason)
  }
}

function redirectOf({ id, type, fields }: SeedEntry): readonly Redirect[] {
  if (type !== 'redirect') return []
  const { from, to, isPermanent } = fields ?? {}
  return typeof from === 'string' && typeof to === 'string' ? [{ id, from, to, isPermanent: isPermanent === true }] : []
}
