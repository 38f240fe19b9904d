import { CONTENTFUL_ID } from '#cms/model/contentful-id.ts'
import { assetProblems } from './check-assets.ts'
import { fieldProblems } from './check-fields.ts'
import { linkProblemsOf } from './check-links.ts'
import { mediaProblemsOf, readMediaFile } from './check-media.ts'
import { ASSETS_FILE, entriesFile } from './seed-files.ts'
import type { Seed, SeedEntry } from './types.ts'

/** Whether the seed fits the model and its media are there: one line a problem, with file, id, field and remedy. */
export async function problemsOf(seed: Seed, { mediaFolder }: { readonly mediaFolder: string }): Promise<string[]> {
  const named = seed.assets.filter((asset) => assetProblems(asset).length === 0)
  const media = await Promise.all(named.map((asset) => readMediaFile(asset, mediaFolder)))
  const linkProblems = linkProblemsOf(seed)
  const mediaProblems = mediaProblemsOf(media)
  return [
    ...idProblems(seed.assets.map(({ id }) => ({ id, file: ASSETS_FILE }))),
    ...seed.assets.flatMap((asset) => assetProblems(asset).map((problem) => `${ASSETS_FILE}: ${asset.id}: ${problem}`)),
    ...media.flatMap(({ asset, problem }) => (problem ? [`${ASSETS_FILE}: ${asset.id}: ${problem}`] : [])),
    ...idProblems(seed.entries.map(({ id, type }) => ({ id, file: entriesFile(type) }))),
    ...seed.entries.flatMap((entry) =>
      (hasFields(entry) ? [...fieldProblems(entry), ...linkProblems(entry), ...mediaProblems(entry)] : [NO_FIELDS]).map(
        (problem) => `${entriesFile(entry.type)}: ${entry.id}: ${problem}`,
      ),
    ),
  ]
}

/** The JSON may hold anything, whatever its type says. */
const hasFields = ({ fields }: SeedEntry) => fields instanceof Object && !Array.isArray(fields)
const NO_FIELDS = 'has no fields; write { "<field>": <value>, … } after the id'

/** Ids are one name space for all entries, and one for all assets. */
function idProblems(owners: readonly { readonly id: string; readonly file: string }[]): readonly string[] {
  const firstFile = new Map<string, string>()
  return owners.flatMap(({ id, file }) => {
    const other = firstFile.get(id)
    firstFile.set(id, other ?? file)
    return [
      ...(other ? [`${file}: ${id}: the id is taken in ${other}; choose another`] : []),
      ...(CONTENTFUL_ID.test(id) ? [] : [`${file}: ${id}: ${NO_ID}`]),
    ]
  })
}

const NO_ID = 'not an id; write 1 to 64 of a–z, A–Z, 0–9, hyphen, underscore, full stop'
