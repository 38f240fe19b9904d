import { type LinkTarget, parseLink } from '#cms/links.ts'
import type { ContentType, Field } from '#cms/model/field-definitions.ts'
import { isModelContentType } from '#cms/model/is-model-content-type.ts'
import { model } from '#cms/model/model.gen.ts'
import type { SeedEntry, SeedValue } from '#cms/seed/seed-types.ts'
import type { PublishedEntry } from '#cms/sync/contentful/delivered-content.ts'

/**
 * Converts the entries of the model: links to ids, and empty fields to `null`. Skips optional links to unpublished
 * resources. Returns the entries, a note for each skipped type, field or link, and the problems that an editor must fix,
 * with the id of the entry. `assetIds`: the published assets.
 */
export function toSeedEntries(published: readonly PublishedEntry[], assetIds: ReadonlySet<string>) {
  const ofModel = published.filter(({ sys }) => isModelContentType(sys.contentType.sys.id))
  const entryIds = new Set(ofModel.map(({ sys }) => sys.id))
  const notes = new Set<string>()
  const problems: { id: string; line: string }[] = []

  function toSeedEntry({ sys: { id, contentType }, fields }: PublishedEntry): readonly SeedEntry[] {
    const type = contentType.sys.id
    if (!isModelContentType(type)) {
      notes.add(`entries of the type ${type} are skipped: the model does not have it`)
      return []
    }
    const { fields: definitions }: ContentType = model[type]
    for (const name of Object.keys(fields).filter((name) => !Object.hasOwn(definitions, name)))
      notes.add(`the field ${name} of ${type} is skipped: the model does not have it`)
    const values = Object.entries(definitions).map(([name, field]) => [
      name,
      toSeedValue(field, fields[name], {
        skip: (target) =>
          void notes.add(`entry ${id}: ${name} is pulled without the ${target}, which is not published; ${PULL_AGAIN}`),
        fail: (problem) => problems.push({ id, line: `entry ${id}: ${name} ${problem}` }),
      }),
    ])
    return [{ id, type, fields: Object.fromEntries(values) }]
  }

  function toSeedValue(field: Field, value: unknown, reporter: FieldReporter): SeedValue {
    if (value === undefined || value === null) return null
    if (!field.link) return toUnlinkedValue(field, value, reporter)
    if (field.type === 'Array') return toIdList(value, reporter)
    const link = parseLink(value)
    if (!link) return failMismatch(value, reporter)
    if (isPublished(link)) return link.id
    if (field.required)
      reporter.fail(`links to the ${link.name}, which is not published; publish it in Contentful, or link another`)
    else reporter.skip(link.name)
    return null
  }

  function toIdList(value: unknown, reporter: FieldReporter): SeedValue {
    const parsed = Array.isArray(value) ? value.map(parseLink) : [undefined]
    const links = parsed.filter((link) => link !== undefined)
    if (links.length < parsed.length) return failMismatch(value, reporter)
    for (const link of links.filter((link) => !isPublished(link))) reporter.skip(link.name)
    return links.filter(isPublished).map(({ id }) => id)
  }

  const isPublished = ({ to, id }: LinkTarget) => (to === 'Asset' ? assetIds : entryIds).has(id)
  const entries = published.flatMap(toSeedEntry)
  return { entries, notes: [...notes], problems }
}

const PULL_AGAIN = 'publish it and pull again to include it; the link in the space is kept'

/** Reports the problems of one field. */
interface FieldReporter {
  /** `target`: the name of a link target. */
  readonly skip: (target: string) => void
  readonly fail: (problem: string) => void
}

function toUnlinkedValue({ kind }: Field, value: unknown, reporter: FieldReporter): SeedValue {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value
  if (kind === 'lineList' && Array.isArray(value) && value.every((line) => typeof line === 'string')) return value
  return failMismatch(value, reporter)
}

function failMismatch(value: unknown, reporter: FieldReporter): null {
  const json = JSON.stringify(value)
  const excerpt = json.length > 60 ? `${json.slice(0, 59)}…` : json
  reporter.fail(`is ${excerpt}, which does not match the model; update the space with npm run cms -- seed`)
  return null
}
