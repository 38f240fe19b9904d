import { signRequest } from '@contentful/node-apps-toolkit'
import { WEBHOOK_SECRET } from './site.ts'

export const WEBHOOK_PATH = '/webhooks/contentful'

export interface SignedWebhook {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Creates a webhook request like those of Contentful, signed with `WEBHOOK_SECRET`. `key`: its idempotency key. */
export function createSignedWebhook({
  topic = 'Entry.publish',
  body = '{"sys":{"id":"a"},"fields":{}}',
  key = 'one',
  time = Date.now(),
  url = WEBHOOK_PATH,
} = {}): SignedWebhook {
  const headers = {
    'content-type': 'application/vnd.contentful.management.v1+json',
    'x-contentful-topic': `ContentManagement.${topic}`,
    'x-contentful-idempotency-key': key,
  }
  const signed = signRequest(WEBHOOK_SECRET, { method: 'POST', path: url, headers: { ...headers }, body }, time)
  return { headers: { ...headers, ...signed }, body }
}
