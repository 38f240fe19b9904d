import type { FieldChange, KindName } from './kind.ts'
import { label } from './kind.ts'
import type { PlannedItem } from './plan.ts'
import { shownIds, shownValue } from './shown-value.ts'

/** What seeding would do, for people: a line for each thing that is not as the seed says, and one for each of its fields. */
export function planText(items: readonly PlannedItem[]): string {
  const left = Map.groupBy(items.filter(isLeft), ({ kind, note }) => `${kind} ${note}`)
  const others = items.filter((item) => !isLeft(item))
  return [...others.flatMap(itemLines), ...[...left.values()].flatMap(leftLines), planCounts(items)].join('\n')
}

/** `12 to create, 3 to update, 350 unchanged.` */
export function planCounts(items: readonly PlannedItem[]): string {
  const numbers = WORDS.map(([is, words]) => [items.filter(is).length, words] as const).filter(([count]) => count > 0)
  if (numbers.length === 0) return 'Nothing at all.'
  return `${numbers.map(([count, words]) => `${count.toLocaleString('en-US')} ${words}`).join(', ')}.`
}

const stays = ({ kept, note }: PlannedItem) => kept.length > 0 || note !== undefined

const WORDS: readonly (readonly [(item: PlannedItem) => boolean, string])[] = [
  [({ blocked }) => blocked !== undefined, 'that Contentful would refuse'],
  [({ action }) => action === 'create', 'to create'],
  [({ action }) => action === 'update' || action === 'unarchive', 'to update'],
  [({ action }) => action === 'process' || action === 'publish', 'to publish'],
  [({ action }) => action === 'delete', 'to delete'],
  [stays, 'with something that stays as it is in the space'],
  [(item) => item.action === null && !stays(item), 'unchanged'],
]

/** Nothing is done with it, and the reason is all that there is to say. */
const isLeft = ({ action, kept, note, blocked }: PlannedItem) =>
  !action && kept.length === 0 && note !== undefined && !blocked

/** Things that stay for the same reason are one line, and one for their ids: editors may have added hundreds. */
function leftLines(items: readonly PlannedItem[]): readonly string[] {
  const [first] = items
  if (!first) return []
  if (items.length === 1) return [`= ${label(first.kind, first.id)}: ${first.note}`]
  const count = items.length.toLocaleString('en-US')
  return [`= ${count} of the kind ${first.kind}: ${first.note}`, `    ${shownIds(items.map(({ id }) => id))}`]
}

const UNPUBLISHED: ReadonlySet<KindName> = new Set(['editor interface', 'preview addresses'])

const SIGNS = { create: '+', unarchive: '~', update: '~', process: '~', publish: '^', delete: '-' } as const

const DOINGS = {
  create: 'create',
  unarchive: 'bring back from the archive',
  update: 'update',
  process: 'process',
  publish: 'publish',
  delete: 'unpublish and delete',
} as const

function itemLines(item: PlannedItem): readonly string[] {
  const { kind, id, action, changes, kept, note, blocked } = item
  if (!action && !stays(item) && !blocked) return []
  const sign = blocked ? '!' : action ? SIGNS[action] : '='
  const isPublishedToo = (action === 'create' || action === 'update' || action === 'process') && !note
  const doing = action && `${DOINGS[action]}${isPublishedToo && !UNPUBLISHED.has(kind) ? ' and publish' : ''}`
  const what = [blocked ? 'cannot be done' : doing, note].filter(Boolean).join('; ')
  return [
    `${sign} ${label(kind, id)}${what ? `: ${what}` : ''}`,
    ...(blocked ? [`    ${blocked}`] : []),
    // What is created is as the seed says: its fields would be the seed once more.
    ...(action === 'create' ? [] : changes.map(changeLine)),
    ...kept.map(keptLine),
  ]
}

const changeLine = ({ field, held, wanted }: FieldChange) =>
  `    ${field}: ${shownValue(held)} -> ${shownValue(wanted)}`

const keptLine = ({ field, held, wanted }: FieldChange) =>
  `    ${field}: an editor’s ${shownValue(held)} stays; --force writes ${shownValue(wanted)}`
