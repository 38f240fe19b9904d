import * as z from 'zod/mini'
import { collectLinks } from '#local/shared/links.ts'
import { findRuleViolations } from '#local/validation.ts'
import { type EditorField, getContentType, getEntityTitle, getFieldValue } from './content-types.ts'
import { fetchEntitiesByIds } from './entity-requests.ts'
import { formatErrorDetail } from './format-error.ts'
import type { Entity } from './management-client.ts'

/**
 * Finds the fields of a form that differ from the published version, with both values in words, and a problem if the published
 * value does not fit the content type any more. Fields that editors do not see are left out.
 */
export async function findPublishedChanges(published: Entity, editedFields: Entity['fields']) {
  const changes = Object.keys({ ...published.fields, ...editedFields }).flatMap((id) => {
    const field = getContentType(published).fields.find((other) => other.id === id)
    const isEqual = JSON.stringify(editedFields[id]) === JSON.stringify(published.fields[id])
    const values = { draft: getFieldValue(editedFields, id), published: getFieldValue(published.fields, id) }
    return isEqual || field?.omitted ? [] : { id, field, ...values }
  })
  const links = changes.flatMap((change) => [...collectLinks(change.draft), ...collectLinks(change.published)])
  const getIds = (type: string) => links.flatMap(({ sys }) => (sys.linkType === type ? sys.id : []))
  const entries = fetchEntitiesByIds('entries', getIds('Entry'))
  const assets = fetchEntitiesByIds('assets', getIds('Asset'))
  const linked = (await Promise.all([entries, assets])).flat()
  const titles = new Map(linked.map((entity) => [entity.sys.id, getEntityTitle(entity)]))
  return changes.map(({ id, field, ...values }) => ({
    id,
    name: field?.name ?? id,
    draft: formatValue(values.draft, values.published, titles),
    published: formatValue(values.published, values.draft, titles),
    problem: field ? findProblem(field, values.published) : formatErrorDetail({ name: 'unknown' }),
  }))
}
export type PublishedChange = Awaited<ReturnType<typeof findPublishedChanges>>[number]

/** Formats a value in words. A list names what `other` does not have. */
function formatValue(value: unknown, other: unknown, titles: ReadonlyMap<string, string>): string {
  if (value == null || value === '') return 'Empty'
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'string' || typeof value === 'number') return String(value)
  if (Array.isArray(value)) {
    const others = new Set([other].flat().map((item) => JSON.stringify(item)))
    const own = value.filter((item) => !others.has(JSON.stringify(item)))
    const names = own.map((item) => formatValue(item, null, titles)).join(', ')
    return `${value.length} in this order: ${names ? `with ${names}` : 'nothing that the other does not have'}`
  }
  const [link] = collectLinks(value)
  if (link) return titles.get(link.sys.id) ?? `Missing: ${link.sys.id}`
  const file = z.object({ fileName: z.string() }).safeParse(value).data
  return file?.fileName ?? JSON.stringify(value)
}

/** Returns why a value does not fit its field; empty if it does. What it links to is not looked at. */
function findProblem({ type, required, validations = [], items }: EditorField, value: unknown): string {
  if (value == null) return required ? formatErrorDetail({ name: 'required' }) : ''
  const listItems: readonly unknown[] = Array.isArray(value) ? value : []
  const violations = [
    ...findRuleViolations(validations, { value, type }),
    ...listItems.flatMap((item) => findRuleViolations(items?.validations ?? [], { value: item })),
  ]
  return violations.map(formatErrorDetail).join('\n')
}
