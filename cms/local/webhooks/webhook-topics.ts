import type { WebhookDefinition, WebhookFilter } from './webhook-definition.ts'

/** What can happen to a thing. */
export type ChangeEvent = 'create' | 'save' | 'publish' | 'unpublish' | 'archive' | 'unarchive' | 'delete'

/** Which things tell of their changes, and of what (docs/contentful.md, Webhooks). */
export type WebhookTopic = `${'ContentType' | 'Entry' | 'Asset'}.${ChangeEvent}`

/** Tells whoever listens of a change that has been written. `entity` is the thing as the management API answers with it. */
export type DispatchWebhooks = (topic: WebhookTopic, entity: object) => void

/** Whether a webhook is to be told of a change. */
export function isSubscribed(
  { active, topics, filters }: WebhookDefinition,
  topic: WebhookTopic,
  entity: object,
): boolean {
  return active && topics.some((pattern) => covers(pattern, topic)) && filters.every((filter) => passes(filter, entity))
}

function covers(pattern: string, topic: WebhookTopic): boolean {
  const [type, action] = topic.split('.')
  const [anyType, anyAction] = pattern.split('.')
  return (anyType === '*' || anyType === type) && (anyAction === '*' || anyAction === action)
}

/** A filter on what the entity has not is never passed: an asset has no content type, whichever it must not be. */
function passes({ not, ...filter }: WebhookFilter, entity: object): boolean {
  const { equals, in: oneOf } = not ?? filter
  const [{ doc }, wanted] = equals ?? oneOf ?? [{ doc: 'sys.id' }, []]
  const found = valueAt(entity, doc)
  if (found === undefined) return false
  return [wanted].flat().includes(found) !== (not !== undefined)
}

function valueAt(entity: unknown, path: string): string | undefined {
  const found = path.split('.').reduce((value: unknown, step) => (isRecord(value) ? value[step] : undefined), entity)
  return typeof found === 'string' ? found : undefined
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null
