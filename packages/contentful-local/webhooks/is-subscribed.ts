import type { WebhookTopic } from '#local/engine/webhook-events.ts'
import { getValuesAt } from '#local/shared/get-values-at.ts'
import type { WebhookDefinition, WebhookFilter } from '#local/store/space-definitions.ts'

/** Whether a webhook receives a change. `aliases`: other ids of the environment that the request used. */
export function isSubscribed(
  { active, topics, filters }: WebhookDefinition,
  topic: WebhookTopic,
  payload: object,
  aliases: readonly string[] = [],
): boolean {
  const [type, event] = topic.split('.')
  const patterns = ['*.*', `${type}.*`, `*.${event}`, topic]
  const isIncluded = active && topics.some((pattern) => patterns.includes(pattern))
  return isIncluded && (filters ?? []).every((filter) => matchesFilter(filter, payload, aliases))
}

/** A filter on a property that the payload does not have never matches, not even a negated one. */
function matchesFilter({ not, ...filter }: WebhookFilter, payload: object, aliases: readonly string[]): boolean {
  const { equals, in: oneOf, regexp } = not ?? filter
  const [{ doc }, expected] = equals ?? oneOf ?? regexp ?? [{ doc: 'sys.id' }, []]
  const [value] = getValuesAt(payload, doc.split('.'))
  if (typeof value !== 'string') return false
  const values = doc === 'sys.environment.sys.id' ? [value, ...aliases] : [value]
  const matches = (text: string) =>
    typeof expected === 'object' && 'pattern' in expected
      ? new RegExp(expected.pattern).test(text)
      : [expected].flat().includes(text)
  return values.some(matches) !== (not !== undefined)
}
