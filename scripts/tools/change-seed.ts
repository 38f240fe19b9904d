import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { parseValidations } from 'contentful-local/validation'
import { type ContentType, type Field, FOCAL_POINT_FIELD_ID } from '#cms/model/field-definitions.ts'
import { model } from '#cms/model/model.gen.ts'
import { readSeed } from '#cms/seed/read-seed.ts'
import { readSeedFiles } from '#cms/seed/read-seed-files.ts'
import type { Seed, SeedEntry, SeedValue } from '#cms/seed/seed-types.ts'
import { getSeedLinks } from '#cms/seed/validate-links.ts'
import { listSeedProblems } from '#cms/seed/validate-seed.ts'
import { computePullChanges, writeSeedFiles } from '#cms/sync/pull/pull-changes.ts'
import { MEDIA_FOLDER, SEED_FOLDER } from '#scripts/cli/folders.ts'
import { runCommand } from '#scripts/cli/run-command.ts'
import { UserError } from '#shared/user-error.ts'

/** Number of entries that stay in a list, by the name of its field. */
const LIST_LENGTHS: Readonly<Record<string, number>> = { images: 97, stages: 15, affiliations: 11, facts: 3 }

/** Values of optional fields that are empty. */
const ADDED_VALUES: Readonly<Record<string, string>> = { [FOCAL_POINT_FIELD_ID]: '30% 70%', caption: 'A new caption' }

/** Added to sentences and titles that have room for it: characters that HTML and regular expressions escape. */
const ADDED_TEXT = ' & more (new)'

/** Kinds of fields whose values decide what is shown, not how it reads. */
const KEPT_KINDS: readonly Field['kind'][] = ['boolean', 'choice', 'image', 'link', 'video']

/** The next letter of each is another vowel, consonant or digit, so that a text keeps its length and its form. */
const ALPHABETS = ['aeiou', 'AEIOU', 'bcdfghjklmnpqrstvwxyz', 'BCDFGHJKLMNPQRSTVWXYZ', '0123456789']

/** Placeholders, and the parts of addresses that have a meaning. */
const KEPT_PARTS = /\{\w+\}|^https:\/\/|\.example$/

/**
 * Changes every text, number, order and amount of cms/seed, as editors may change them, and deletes the media that are no
 * longer used. After it `npm test` must still pass: tests expect no content that an editor may change. The result depends
 * on the seed only; `git checkout cms/seed public/media` takes it back.
 */
async function changeSeed(): Promise<void> {
  const currentSeed = readSeedFiles(SEED_FOLDER)
  const { assets, entries } = readSeed(SEED_FOLDER)
  const seed = removeUnlinked({
    assets: assets.map((asset) => ({ ...asset, title: changeText(asset.title) })),
    entries: entries.map(changeEntry),
  })
  const problems = await listSeedProblems(seed, { mediaFolder: MEDIA_FOLDER })
  if (problems.length > 0) throw new UserError(problems)
  const { unused, ...changes } = computePullChanges(seed, currentSeed, { mediaFolder: MEDIA_FOLDER, staged: new Map() })
  await writeSeedFiles(changes, [SEED_FOLDER])
  for (const file of unused) await rm(join(MEDIA_FOLDER, file))
  console.log(`Changed ${seed.entries.length} entries, removed ${entries.length - seed.entries.length}.`)
}

function changeEntry(entry: SeedEntry): SeedEntry {
  const { fields }: ContentType = model[entry.type]
  const values = Object.entries(fields).map(([name, field]) => [name, changeValue(name, field, entry.fields[name])])
  return { ...entry, fields: Object.fromEntries(values) }
}

function changeValue(name: string, field: Field, value: SeedValue = null): SeedValue {
  if (KEPT_KINDS.includes(field.kind) || name === 'to') return value
  if (value === null) return ADDED_VALUES[name] ?? null
  if (typeof value === 'number') return value + 0.25
  if (typeof value !== 'string')
    return Array.isArray(value) ? value.slice(-(LIST_LENGTHS[name] ?? 0)).toReversed() : value
  const text = changeText(value)
  const max = Math.min(...parseValidations(field.validations).flatMap(({ size }) => size?.max ?? []))
  const hasRoom = text.split(' ').length > 2 && text.length + ADDED_TEXT.length <= max
  return hasRoom && field.kind !== 'pattern' ? text + ADDED_TEXT : text
}

const changeText = (text: string): string =>
  text.replace(new RegExp(`${KEPT_PARTS.source}|.`, 'g'), (part) => {
    const alphabet = ALPHABETS.find((letters) => letters.includes(part)) ?? part
    return part.length > 1 ? part : alphabet.charAt((alphabet.indexOf(part) + 1) % alphabet.length)
  })

/** Removes entries that nothing links to any more, and then the assets. */
function removeUnlinked({ assets, entries }: Seed): Seed {
  const before = findLinkedIds(readSeed(SEED_FOLDER).entries)
  const linked = findLinkedIds(entries)
  const kept = entries.filter(({ id }) => linked.has(id) || !before.has(id))
  const used = findLinkedIds(kept)
  return { assets: assets.filter(({ id }) => used.has(id)), entries: kept }
}

const findLinkedIds = (entries: readonly SeedEntry[]): ReadonlySet<string> =>
  new Set(entries.flatMap(getSeedLinks).map(({ id }) => id))

await runCommand(changeSeed)
