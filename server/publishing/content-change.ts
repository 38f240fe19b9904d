import * as z from 'zod/mini'

/** A change of published content. Stored as JSON in the database: the property names must stay. */
export interface ContentChange {
  /** Ids of the content types whose entries changed. */
  readonly contentTypes: ReadonlySet<string>
  /** Whether an asset changed. */
  readonly assets: boolean
  /** Whether the change is unknown: the webhook of a deleted entry may lack its content type. */
  readonly anything: boolean
}

/** A change of unknown content, after which every page is rendered. */
export const ANY_CHANGE: ContentChange = { contentTypes: new Set(), assets: true, anything: true }

const NO_CHANGE: ContentChange = { contentTypes: new Set(), assets: false, anything: false }

/** Combines two changes into one. */
export const mergeContentChanges = (first = NO_CHANGE, second = NO_CHANGE): ContentChange => ({
  contentTypes: new Set([...first.contentTypes, ...second.contentTypes]),
  assets: first.assets || second.assets,
  anything: first.anything || second.anything,
})

/** Topics of events that change the published content. Saving a draft does not. */
const PUBLISHING_TOPIC = /^ContentManagement\.(Entry|Asset)\.(publish|unpublish|delete|archive|unarchive)$/

const entryPayload = z.object({ sys: z.object({ contentType: z.object({ sys: z.object({ id: z.string() }) }) }) })

/** The change that a Contentful webhook reports; `undefined` when the published content stays the same. */
export function parseWebhookChange(topic: string | undefined, body: string): ContentChange | undefined {
  const entityType = PUBLISHING_TOPIC.exec(topic ?? '')?.[1]
  if (!entityType) return undefined
  if (entityType === 'Asset') return { ...NO_CHANGE, assets: true }
  const { success, data } = entryPayload.safeParse(parseJson(body))
  // Deleted entries and webhooks with a custom payload may have no content type.
  if (!success) return ANY_CHANGE
  return { ...NO_CHANGE, contentTypes: new Set([data.sys.contentType.sys.id]) }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Serializes a change for the database. */
export const serializeContentChange = ({ contentTypes, ...others }: ContentChange): string =>
  JSON.stringify({ contentTypes: [...contentTypes], ...others })

const storedChange = z.object({ contentTypes: z.array(z.string()), assets: z.boolean(), anything: z.boolean() })

/** Parses a serialized change. Text in the format of another version of the server counts as `ANY_CHANGE`. */
export function parseContentChange(text: string): ContentChange {
  const { success, data } = storedChange.safeParse(parseJson(text))
  return success ? { ...data, contentTypes: new Set(data.contentTypes) } : ANY_CHANGE
}
