import { isLink } from '#cms/links.ts'
import { type FieldChange, type ResourceTypeName, resourceKey } from '#cms/sync/resources/resource-type.ts'
import type { PlannedResource } from './plan.ts'

/** What seeding would do, for people: a line for each thing that is not as the seed says, and one for each of its fields. */
export function formatPlan(items: readonly PlannedResource[]): string {
  const left = Map.groupBy(items.filter(isLeft), ({ resourceType, note }) => `${resourceType} ${note}`)
  const others = items.filter((item) => !isLeft(item))
  return [...others.flatMap(itemLines), ...[...left.values()].flatMap(leftLines), formatPlanCounts(items)].join('\n')
}

/** `12 to create, 3 to update, 350 unchanged.` */
export function formatPlanCounts(items: readonly PlannedResource[]): string {
  const numbers = WORDS.map(([is, words]) => [items.filter(is).length, words] as const).filter(([count]) => count > 0)
  if (numbers.length === 0) return 'Nothing at all.'
  return `${numbers.map(([count, words]) => `${count.toLocaleString('en-US')} ${words}`).join(', ')}.`
}

const stays = ({ preserved, note }: PlannedResource) => preserved.length > 0 || note !== undefined

const WORDS: readonly (readonly [(item: PlannedResource) => boolean, string])[] = [
  [({ blocked }) => blocked !== undefined, 'that Contentful would refuse'],
  [({ action }) => action === 'create', 'to create'],
  [({ action }) => action === 'update' || action === 'unarchive', 'to update'],
  [({ action }) => action === 'process' || action === 'publish', 'to publish'],
  [({ action }) => action === 'delete', 'to delete'],
  [stays, 'with something that stays as it is in the space'],
  [(item) => item.action === null && !stays(item), 'unchanged'],
]

/** Nothing is done with it, and the reason is all that there is to say. */
const isLeft = ({ action, preserved, note, blocked }: PlannedResource) =>
  !action && preserved.length === 0 && note !== undefined && !blocked

/** Things that stay for the same reason are one line, and one for their ids: editors may have added hundreds. */
function leftLines(items: readonly PlannedResource[]): readonly string[] {
  const [first] = items
  if (!first) return []
  if (items.length === 1) return [`= ${resourceKey(first.resourceType, first.id)}: ${first.note}`]
  const count = items.length.toLocaleString('en-US')
  return [`= ${count} of the kind ${first.resourceType}: ${first.note}`, `    ${formatIds(items.map(({ id }) => id))}`]
}

const UNPUBLISHED: ReadonlySet<ResourceTypeName> = new Set(['editor interface', 'preview addresses'])

const SIGNS = { create: '+', unarchive: '~', update: '~', process: '~', publish: '^', delete: '-' } as const

const DOINGS = {
  create: 'create',
  unarchive: 'bring back from the archive',
  update: 'update',
  process: 'process',
  publish: 'publish',
  delete: 'unpublish and delete',
} as const

function itemLines(item: PlannedResource): readonly string[] {
  const { resourceType, id, action, changes, preserved, note, blocked } = item
  if (!action && !stays(item) && !blocked) return []
  const sign = blocked ? '!' : action ? SIGNS[action] : '='
  const isPublishedToo = (action === 'create' || action === 'update' || action === 'process') && !note
  const doing = action && `${DOINGS[action]}${isPublishedToo && !UNPUBLISHED.has(resourceType) ? ' and publish' : ''}`
  const what = [blocked ? 'cannot be done' : doing, note].filter(Boolean).join('; ')
  return [
    `${sign} ${resourceKey(resourceType, id)}${what ? `: ${what}` : ''}`,
    ...(blocked ? [`    ${blocked}`] : []),
    // What is created is as the seed says: its fields would be the seed once more.
    ...(action === 'create' ? [] : changes.map(changeLine)),
    ...preserved.map(keptLine),
  ]
}

const changeLine = ({ field, held, wanted }: FieldChange) =>
  `    ${field}: ${formatValue(held)} -> ${formatValue(wanted)}`

const keptLine = ({ field, held, wanted }: FieldChange) =>
  `    ${field}: an editor’s ${formatValue(held)} stays; --force writes ${formatValue(wanted)}`

/** characters of a value on one line of a report */
const LONGEST = 60

/** The value of a field on one line, for people. Control characters are escaped: a terminal obeys none of it. */
function formatValue(value: unknown): string {
  if (value === undefined || value === null) return 'nothing'
  if (Array.isArray(value)) return cut(`[${value.map(shownItem).join(', ')}]`, ` (${value.length} in all)`)
  return shownItem(value)
}

/** As many of them as a line holds. */
const formatIds = (ids: readonly string[]) => cut(ids.join(', '))

/** A link is its target's id. */
function shownItem(value: unknown): string {
  return cut(isLink(value) ? value.sys.id : JSON.stringify(value))
}

const cut = (text: string, end = '') => (text.length <= LONGEST ? text : `${text.slice(0, LONGEST - 1)}…${end}`)

/** A planned thing as `--json` prints it: all its fields, with their whole values. */
export const toPlanReportItem = ({ resourceType, id, action, changes, preserved, note, blocked }: PlannedResource) => ({
  kind: resourceType,
  id,
  action,
  changes,
  kept: preserved,
  ...(note && { note }),
  ...(blocked && { blocked }),
})
