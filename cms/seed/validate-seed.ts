import { CONTENTFUL_ID } from '#shared/constants.ts'
import { getSeedEntriesFile, SEED_ASSETS_FILE } from './seed-files.ts'
import type { Seed, SeedEntry } from './seed-types.ts'
import { validateSeedAsset } from './validate-assets.ts'
import { validateEntryFields } from './validate-fields.ts'
import { createLinkValidator } from './validate-links.ts'
import { createMediaValidator, type MediaLocation, readMediaFile } from './validate-media.ts'
import { createRedirectValidator } from './validate-redirects.ts'

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
