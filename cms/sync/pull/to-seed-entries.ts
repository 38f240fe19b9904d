import { type LinkTarget, parseLink } from '#cms/links.ts'
import type { ContentType, Field } from '#cms/model/field-definitions.ts'
import { type Model, model } from '#cms/model/model.ts'
import type { SeedEntry, SeedValue } from '#cms/seed/seed-types.ts'
import type { PublishedEntry } from '#cms/sync/contentful/delivery-client.ts'

/** What can be linked to: everything else is a draft, gone, or not of the model. */
interface Published {
  readonly entries: ReadonlySet<string>
  readonly assets: ReadonlySet<string>
  /** Published, but left out because of a refused file: `asset logo-one`, `entry affiliation-one`. */
  readonly refused: ReadonlySet<string>
}

/** The published entries as the seed writes them. */
export interface PulledEntries {
  readonly entries: readonly SeedEntry[]
  /** What was left out, a line each. */
  readonly notes: readonly string[]
  /** What only an editor can put right, a line each, by the entry's id. */
  readonly problems: readonly { readonly id: string; readonly line: string }[]
}

/** Whether the model knows the type. */
export const isModelContentType = (type: string): type is keyof Model => Object.hasOwn(model, type)

/** Turns links into ids, and what is empty into `null`. A link to what is not published is left out where that can be. */
export function toSeedEntries(published: readonly PublishedEntry[], targets: Published): PulledEntries {
  const notes = new Set<string>()
  const problems: { id: string; line: string }[] = []

  function seedEntry({ sys: { id, contentType }, fields }: PublishedEntry): readonly SeedEntry[] {
    const type = contentType.sys.id
    if (!isModelContentType(type)) {
      notes.add(`entries of the type ${type} are left out: the model does not have it`)
      return []
    }
    const { fields: definitions }: ContentType = model[type]
    for (const name of Object.keys(fields).filter((name) => !Object.hasOwn(definitions, name)))
      notes.add(`the field ${name} of ${type} is left out: the model does not have it`)
    const values = Object.entries(definitions).map(([name, field]) => [
      name,
      seedValue(field, fields[name], {
        leftOut: (target) => {
          const reason = targets.refused.has(target) ? 'whose file is refused' : `which is not published; ${NEXT}`
          notes.add(`entry ${id}: ${name} leaves out the ${target}, ${reason}`)
        },
        failed: (problem) => problems.push({ id, line: `entry ${id}: ${name} ${problem}` }),
      }),
    ])
    return [{ id, type, fields: Object.fromEntries(values) }]
  }

  function seedValue(field: Field<unknown>, value: unknown, say: Said): SeedValue {
    if (value === undefined || value === null) return null
    if (!field.link) return plainValue(value, say)
    if (field.type === 'Array') return listValue(value, say)
    const link = parseLink(value)
    if (!link) return notOfModel(value, say)
    if (isThere(link)) return link.id
    if (field.required)
      say.failed(`links to the ${link.name}, which is not published; publish it in Contentful, or link another`)
    else say.leftOut(link.name)
    return null
  }

  function listValue(value: unknown, say: Said): SeedValue {
    const links = Array.isArray(value) ? value.map(parseLink) : [undefined]
    const sound = links.filter((link) => link !== undefined)
    if (sound.length < links.length) return notOfModel(value, say)
    for (const link of sound.filter((link) => !isThere(link))) say.leftOut(link.name)
    return sound.filter(isThere).map(({ id }) => id)
  }

  const isThere = ({ to, id }: LinkTarget) => (to === 'Asset' ? targets.assets : targets.entries).has(id)
  const entries = published.flatMap(seedEntry)
  return { entries, notes: [...notes], problems }
}

const NEXT = 'publish it and pull again to have it here; the link in the space stays'

interface Said {
  /** `target`: the name of a link */
  readonly leftOut: (target: string) => void
  readonly failed: (problem: string) => void
}

function plainValue(value: unknown, say: Said): SeedValue {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value
  return notOfModel(value, say)
}

function notOfModel(value: unknown, say: Said): null {
  const text = JSON.stringify(value)
  const shown = text.length > 60 ? `${text.slice(0, 59)}…` : text
  say.failed(`is ${shown}, and in the model something else; bring the model to the space with npm run cms -- seed`)
  return null
}
