import type { ContentVersion } from './content-query.ts'
import { ITEMS_ALIAS } from './items-query.ts'
import type { ScheduledView } from './scheduled-view.ts'

type JsonObject = Readonly<Record<string, unknown>>

/** A GraphQL response with data. */
export interface ContentResponse {
  readonly data: JsonObject
  readonly errors: readonly unknown[]
}

/** An entry or asset whose version is not in a response, because only the other version links to it. */
export interface MissingItem {
  readonly id: string
  readonly version: ContentVersion
  /** The names of the fields from the root of the response. */
  readonly path: readonly string[]
  /** The GraphQL type, or the interface `Entry`. */
  readonly type: string
}

/** An entry or asset, or a link to one that the response does not contain, which has a link type and no other fields. */
interface Item extends JsonObject {
  readonly sys: { readonly id: string }
  readonly __typename?: unknown
  readonly linkType?: unknown
}

/** The content of a query as of a time, made of its drafts and its published content. */
export interface ScheduledContent {
  /** Returns the content, and the items that have to be added to complete it. A missing item is `null`. */
  readonly merge: () => { readonly data: JsonObject; readonly missing: readonly MissingItem[] }
  /**
   * Adds the response to a query for missing items of one version and path (items-query.ts). Items that it lacks do not
   * exist in this version.
   */
  readonly addItems: (missing: readonly MissingItem[], response: ContentResponse) => void
}

/**
 * Combines the responses of one query. Each entry and asset is of the version that visitors see as of the time: the draft
 * where its publication is scheduled, otherwise the published one; lists are those of the entry that they belong to. What
 * is unpublished by then is `null`, as Contentful sends a link to an unpublished entry, and is left out at the root.
 */
export function createScheduledContent(
  view: ScheduledView,
  responses: Readonly<Record<ContentVersion, ContentResponse>>,
): ScheduledContent {
  const roots = { draft: addBrokenLinks(responses.draft), published: addBrokenLinks(responses.published) }
  const items: Record<ContentVersion, Map<string, Item | null>> = { draft: new Map(), published: new Map() }
  const types = new Map<string, string>()
  let missing: MissingItem[] = []

  function index(version: ContentVersion, value: unknown, path: readonly string[]): void {
    if (Array.isArray(value)) for (const item of value) index(version, item, path)
    if (!isObject(value)) return
    if (isItem(value)) {
      const key = createKey(path, value.sys.id)
      const { __typename: type, linkType } = value
      if (typeof type === 'string') types.set(key, type)
      else if (typeof linkType === 'string' && !types.has(key)) types.set(key, linkType)
      items[version].set(key, typeof type === 'string' ? value : null)
    }
    for (const [name, child] of Object.entries(value)) index(version, child, [...path, name])
  }

  function mergeValue(value: unknown, path: readonly string[]): unknown {
    if (Array.isArray(value)) return value.map((item) => mergeValue(item, path))
    if (!isObject(value)) return value
    return isItem(value) ? mergeItem(value.sys.id, path) : mergeFields(value, path)
  }

  const mergeFields = (fields: JsonObject, path: readonly string[]): JsonObject =>
    Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, mergeValue(value, [...path, name])]))

  function mergeItem(id: string, path: readonly string[]): JsonObject | null {
    if (view.isUnpublished(id)) return null
    const version = view.isPublished(id) ? 'draft' : 'published'
    const key = createKey(path, id)
    const item = items[version].get(key)
    if (item) return mergeFields(item, path)
    const type = types.get(key)
    if (item === undefined && type !== undefined) missing.push({ id, version, path, type })
    return null
  }

  function mergeRoot(name: string): unknown {
    const [draft, published] = [roots.draft[name], roots.published[name]]
    if (!isCollection(published) || !isCollection(draft)) return mergeValue(published ?? draft, [name])
    const merged = addScheduledItems(published.items, draft.items, view).map((item) =>
      mergeValue(item, [name, 'items']),
    )
    return { ...mergeFields(published, [name]), items: merged.filter((item) => item !== null) }
  }

  for (const version of ['draft', 'published'] as const) index(version, roots[version], [])
  return {
    merge: () => {
      missing = []
      const names = new Set([...Object.keys(roots.published), ...Object.keys(roots.draft)])
      return { data: Object.fromEntries([...names].map((name) => [name, mergeRoot(name)])), missing }
    },
    addItems: (requested, response) => {
      for (const { version, path, id } of requested) items[version].set(createKey(path, id), null)
      const [first] = requested
      if (first) index(first.version, readProperty(addBrokenLinks(response)[ITEMS_ALIAS], 'items'), first.path)
    },
  }
}

/** Adds the scheduled drafts to a list of published items, each behind the item that it follows among the drafts. */
function addScheduledItems(
  published: readonly unknown[],
  drafts: readonly unknown[],
  view: ScheduledView,
): readonly unknown[] {
  const merged = [...published]
  const findIndex = (id: string) => merged.findIndex((item) => isItem(item) && item.sys.id === id)
  let position = 0
  for (const draft of drafts.filter(isItem)) {
    const found = findIndex(draft.sys.id)
    if (found >= 0) position = found + 1
    else if (view.isPublished(draft.sys.id)) merged.splice(position++, 0, draft)
  }
  return merged
}

/** Puts links without fields in place of `null` where Contentful names the target of a link that it cannot resolve. */
function addBrokenLinks({ data, errors }: ContentResponse): JsonObject {
  const copy = structuredClone(data)
  for (const error of errors) {
    const { path, linkId, linkType } = readBrokenLink(error)
    const name = path.at(-1)
    const parent = path.slice(0, -1).reduce<unknown>((value, key) => readProperty(value, key), copy)
    if (name !== undefined && linkId !== undefined && typeof parent === 'object' && parent !== null)
      if (readProperty(parent, name) === null) Reflect.set(parent, name, { sys: { id: linkId }, linkType })
  }
  return copy
}

/** Whether an error only says that the target of a link is not published. */
export const isBrokenLinkError = (error: unknown): boolean => readBrokenLink(error).linkId !== undefined

interface BrokenLink {
  /** The position of the link in the response. */
  readonly path: readonly (string | number)[]
  readonly linkId?: string
  /** `Entry` or `Asset`. */
  readonly linkType?: unknown
}

function readBrokenLink(error: unknown): BrokenLink {
  const path = readProperty(error, 'path')
  const contentful = readProperty(readProperty(error, 'extensions'), 'contentful')
  const details = readProperty(contentful, 'details')
  const linkId = readProperty(details, 'linkId')
  if (!Array.isArray(path) || readProperty(contentful, 'code') !== 'UNRESOLVABLE_LINK') return { path: [] }
  const keys = path.filter((key) => typeof key === 'string' || typeof key === 'number')
  return { path: keys, linkType: readProperty(details, 'linkType'), ...(typeof linkId === 'string' && { linkId }) }
}

const readProperty = (value: unknown, name: string | number): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined

const createKey = (path: readonly string[], id: string) => [...path, id].join(' ')

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isItem = (value: unknown): value is Item => typeof readProperty(readProperty(value, 'sys'), 'id') === 'string'

const isCollection = (value: unknown): value is JsonObject & { readonly items: readonly unknown[] } =>
  Array.isArray(readProperty(value, 'items'))
