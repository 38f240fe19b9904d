import * as z from 'zod/mini'
import { collectLinks } from '#local/shared/links.ts'
import { findRuleViolations, parseValidations } from '#local/validation.ts'
import { type EditorField, getContentType, getEntityTitle, getFieldValue } from './content-types.ts'
import { fetchEntitiesByIds } from './entity-requests.ts'
import { formatErrorDetail } from './format-error.ts'
import { type Entity, errorDetailSchema } from './management-client.ts'

/** A field whose draft differs from what is published. */
export interface PublishedChange {
  readonly id: string
  readonly name: string
  readonly draft: string
  readonly published: string
  /** Why the published value does not fit the content type any more; empty if it does. */
  readonly problem: string
}

/** Compares the fields of a form with the published version. Fields that editors do not see are left out. */
export async function findPublishedChanges(
  published: Entity,
  editedFields: Entity['fields'],
): Promise<readonly PublishedChange[]> {
  const { fields } = getContentType(published)
  const isEqual = (id: string) => JSON.stringify(editedFields[id]) === JSON.stringify(published.fields[id])
  const ids = Object.keys({ ...published.fields, ...editedFields })
  const changedIds = ids.filter((id) => !isEqual(id) && !fields.find((field) => field.id === id)?.omitted)
  const values = changedIds.map((id) => {
    return { id, draft: getFieldValue(editedFields, id), published: getFieldValue(published.fields, id) }
  })
  const links = values.flatMap(({ draft, published: other }) => [...collectLinks(draft), ...collectLinks(other)])
  const getIds = (type: string) => links.flatMap(({ sys }) => (sys.linkType === type ? sys.id : []))
  const [entries, assets] = await Promise.all([
    fetchEntitiesByIds('entries', getIds('Entry')),
    fetchEntitiesByIds('assets', getIds('Asset')),
  ])
  const titles = new Map([...entries, ...assets].map((entity) => [entity.sys.id, getEntityTitle(entity)]))
  return values.map((value) => {
    const field = fields.find(({ id }) => id === value.id)
    return {
      id: value.id,
      name: field?.name ?? value.id,
      draft: formatValue(value.draft, value.published, titles),
      published: formatValue(value.published, value.draft, titles),
      problem: field ? findProblem(field, value.published) : 'The content type does not have this field any more.',
    }
  })
}

/** Items of a list that are named. */
const MAX_NAMED = 5

/** Formats a value in words. A list names what `other` does not have. */
function formatValue(value: unknown, other: unknown, titles: ReadonlyMap<string, string>): string {
  if (value == null || value === '') return 'Empty'
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'string' || typeof value === 'number') return String(value)
  if (Array.isArray(value)) {
    const others = new Set((Array.isArray(other) ? other : []).map((item) => JSON.stringify(item)))
    const own = value.filter((item) => !others.has(JSON.stringify(item)))
    const names = own.slice(0, MAX_NAMED).map((item) => formatValue(item, null, titles))
    const more = own.length > MAX_NAMED ? [`${own.length - MAX_NAMED} more`] : []
    const found = names.length > 0 ? `with ${[...names, ...more].join(', ')}` : 'nothing that the other does not have'
    return `${value.length} in this order: ${found}`
  }
  const [link] = collectLinks(value)
  if (link) return titles.get(link.sys.id) ?? `Missing: ${link.sys.id}`
  const file = z.object({ fileName: z.string() }).safeParse(value).data
  return file?.fileName ?? JSON.stringify(value)
}

/** Returns why a value does not fit its field; empty if it does. What it links to is not looked at. */
function findProblem({ type, required, validations, items }: EditorField, value: unknown): string {
  if (value == null) return required ? formatErrorDetail({ name: 'required' }) : ''
  const violations = [
    ...findRuleViolations(parseValidations(validations), { value, type }),
    ...(Array.isArray(value) ? value : []).flatMap((item: unknown) =>
      findRuleViolations(parseValidations(items?.validations), { value: item }),
    ),
  ]
  return z.array(errorDetailSchema).parse(violations).map(formatErrorDetail).join('\n')
}
