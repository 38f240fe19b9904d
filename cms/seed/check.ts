import { CONTENTFUL_ID } from '#cms/model/contentful-id.ts'
import { assetProblems } from './check-assets.ts'
import { fieldProblems } from './check-fields.ts'
import { linkProblemsOf } from './check-links.ts'
import { type MediaPlace, mediaProblemsOf, readMediaFile } from './check-media.ts'
import { redirectProblemsOf } from './check-redirects.ts'
import { ASSETS_FILE, entriesFile } from './seed-files.ts'
import type { Seed, SeedEntry } from './types.ts'

/** What is wrong with one asset or entry, and the remedy, on one line. */
interface SeedProblem {
  readonly kind: 'asset' | 'entry'
  readonly id: string
  /** The file of the seed that it stands in. */
  readonly file: string
  readonly text: string
}

/** Whether the seed fits the model and its media are there: one line a problem, with file, id, field and remedy. */
export async function problemsOf(seed: Seed, media: MediaPlace): Promise<string[]> {
  return (await seedProblems(seed, media)).map(({ file, id, text }) => `${file}: ${id}: ${text}`)
}

/** The same, for whoever says it in words of its own. */
export async function seedProblems(seed: Seed, place: MediaPlace): Promise<readonly SeedProblem[]> {
  const named = seed.assets.filter((asset) => assetProblems(asset).length === 0)
  const media = await Promise.all(named.map((asset) => readMediaFile(asset, place)))
  const linkProblems = linkProblemsOf(seed)
  const redirectProblems = redirectProblemsOf(seed)
  const mediaProblems = mediaProblemsOf(media)
  const aboutAsset = (id: string) => (text: string) => ({ kind: 'asset' as const, id, file: ASSETS_FILE, text })
  const aboutEntry = ({ id, type }: SeedEntry) => {
    const file = entriesFile(type)
    return (text: string) => ({ kind: 'entry' as const, id, file, text })
  }
  return [
    ...idProblems(seed.assets.map(({ id }) => ({ kind: 'asset', id, file: ASSETS_FILE }))),
    ...seed.assets.flatMap((asset) => assetProblems(asset).map(aboutAsset(asset.id))),
    ...media.flatMap(({ asset, problem }) => (problem ? [aboutAsset(asset.id)(problem)] : [])),
    ...idProblems(seed.entries.map(({ id, type }) => ({ kind: 'entry', id, file: entriesFile(type) }))),
    ...seed.entries.flatMap((entry) =>
      (hasFields(entry)
        ? [...fieldProblems(entry), ...linkProblems(entry), ...mediaProblems(entry), ...redirectProblems(entry)]
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
