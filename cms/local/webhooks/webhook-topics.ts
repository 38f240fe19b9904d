import type { WebhookDefinition, WebhookFilter } from './webhook-definition.ts'

/** A change of a resource. */
export type ChangeEvent = 'create' | 'save' | 'publish' | 'unpublish' | 'archive' | 'unarchive' | 'delete'

/** The topic of a webhook call (docs/contentful.md, Webhooks). */
export type WebhookTopic = `${'ContentType' | 'Entry' | 'Asset'}.${ChangeEvent}`

/** Calls the subscribed webhooks after a change was stored. `entity` is the response body of the management API. */
export type DispatchWebhooks = (topic: WebhookTopic, entity: object) => void

/** Whether a webhook receives a change. */
export function isSubscribed(
  { active, topics, filters }: WebhookDefinition,
  topic: WebhookTopic,
  entity: object,
): boolean {
  return (
    active &&
    topics.some((pattern) => matchesTopic(pattern, topic)) &&
    filters.every((filter) => matchesFilter(filter, entity))
  )
}

function matchesTopic(pattern: string, topic: WebhookTopic): boolean {
  const [type, action] = topic.split('.')
  const [anyType, anyAction] = pattern.split('.')
  return (anyType === '*' || anyType === type) && (anyAction === '*' || anyAction === action)
}

/** A filter on a property that the entity does not have never matches, not even a negated one. */
function matchesFilter({ not, ...filter }: WebhookFilter, entity: object): boolean {
  const { equals, in: oneOf } = not ?? filter
  const [{ doc }, expected] = equals ?? oneOf ?? [{ doc: 'sys.id' }, []]
  const value = getTextAt(entity, doc)
  if (value === undefined) return false
  return [expected].flat().includes(value) !== (not !== undefined)
}

function getTextAt(entity: unknown, path: string): string | undefined {
  const value = path.split('.').reduce((parent: unknown, key) => (isRecord(parent) ? parent[key] : undefined), entity)
  return typeof value === 'string' ? value : undefined
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null
