import { parseLink } from '#cms/links.ts'
import { type ExtraField, type FieldChange, resourceKey } from '#cms/sync/resources/resource-type.ts'
import { hasKeptDifferences, isUnchanged, type PlannedResource } from './plan.ts'

/** Formats a plan for people: one line per resource that differs from the seed, and one per changed field. */
export function formatPlan(items: readonly PlannedResource[]): string {
  const skippedByNote = Map.groupBy(items.filter(isSkipped), ({ resourceType, note }) => `${resourceType} ${note}`)
  const others = items.filter((item) => !isSkipped(item))
  return [
    ...others.flatMap(formatItem),
    ...[...skippedByNote.values()].flatMap(formatSkippedItems),
    formatPlanCounts(items),
  ].join('\n')
}

/** `12 to create, 3 to update, 350 unchanged.` */
export function formatPlanCounts(items: readonly PlannedResource[]): string {
  const counts = COUNTED_STATES.map(([isCounted, label]) => [items.filter(isCounted).length, label] as const).filter(
    ([count]) => count > 0,
  )
  if (counts.length === 0) return 'No resources.'
  return `${counts.map(([count, label]) => `${count.toLocaleString('en-US')} ${label}`).join(', ')}.`
}

const COUNTED_STATES: readonly (readonly [(item: PlannedResource) => boolean, string])[] = [
  [({ blocked }) => blocked !== undefined, 'that Contentful would reject'],
  [({ action }) => action === 'create', 'to create'],
  [({ action }) => action === 'update' || action === 'unarchive', 'to update'],
  [({ action }) => action === 'process' || action === 'publish', 'to publish'],
  [({ withdrawal }) => withdrawal !== undefined, 'to publish again that an editor has unpublished or archived'],
  [hasKeptDifferences, 'with differences that are kept in the space'],
  [({ orphanOf }) => orphanOf !== undefined, 'only in the space'],
  [isUnchanged, 'unchanged'],
]

/** Whether the plan has only a note for the resource. */
const isSkipped = ({ action, preserved, note, extraFields = [], blocked }: PlannedResource) =>
  !action && preserved.length === 0 && extraFields.length === 0 && note !== undefined && !blocked

/** Formats resources with the same note as one line and one line of ids: editors may have added hundreds. */
function formatSkippedItems(items: readonly PlannedResource[]): readonly string[] {
  const [first] = items
  if (!first) return []
  if (items.length === 1) return [`= ${resourceKey(first.resourceType, first.id)}: ${first.note}`]
  const count = items.length.toLocaleString('en-US')
  return [
    `= ${count} of the type ${first.resourceType}: ${first.note}`,
    `    ${truncate(items.map(({ id }) => id).join(', '))}`,
  ]
}

const ACTION_SIGNS = { create: '+', unarchive: '~', update: '~', process: '~', publish: '^' } as const

function formatItem(item: PlannedResource): readonly string[] {
  const { resourceType, id, action, changes, preserved, note, withdrawal, extraFields = [], blocked } = item
  if (isUnchanged(item)) return []
  const sign = blocked ? '!' : action ? ACTION_SIGNS[action] : '='
  const description = [blocked ? 'blocked' : action, note, withdrawal].filter(Boolean).join('; ')
  return [
    `${sign} ${resourceKey(resourceType, id)}${description ? `: ${description}` : ''}`,
    ...(blocked ? [`    ${blocked}`] : []),
    // The fields of a new resource are those of the seed.
    ...(action === 'create' ? [] : changes.map(formatChange)),
    ...preserved.map(formatPreserved),
    ...extraFields.map(formatExtraField),
  ]
}

const formatExtraField = ({ id, type, required }: ExtraField) =>
  `    ${id}: ${required ? 'required, and ' : ''}only in the space (${type}); a migration can delete it`

const formatChange = ({ field, actual, desired }: FieldChange) =>
  `    ${field}: ${formatValue(actual)} -> ${formatValue(desired)}`

const formatPreserved = ({ field, actual, desired }: FieldChange) =>
  `    ${field}: an editor’s ${formatValue(actual)} stays; --force writes ${formatValue(desired)}`

/** Characters of a value on one line of a report. */
const MAX_VALUE_LENGTH = 60

/** Formats a field value on one line. Control characters are escaped, so that they do not control the terminal. */
function formatValue(value: unknown): string {
  if (value === undefined || value === null) return 'nothing'
  if (Array.isArray(value)) return truncate(`[${value.map(formatListItem).join(', ')}]`, ` (${value.length} in all)`)
  return formatListItem(value)
}

/** Formats a link as the id of its target. */
function formatListItem(value: unknown): string {
  return truncate(parseLink(value)?.id ?? JSON.stringify(value))
}

const truncate = (text: string, suffix = '') =>
  text.length <= MAX_VALUE_LENGTH ? text : `${text.slice(0, MAX_VALUE_LENGTH - 1)}…${suffix}`
