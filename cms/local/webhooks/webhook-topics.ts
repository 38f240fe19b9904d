/** What can happen to a thing. */
export type ChangeEvent = 'create' | 'save' | 'publish' | 'unpublish' | 'archive' | 'unarchive' | 'delete'

/** Which things tell of their changes, and of what (docs/contentful.md, Webhooks). */
export type WebhookTopic = `${'ContentType' | 'Entry' | 'Asset'}.${ChangeEvent}`

/** Tells whoever listens of a change that has been written. `entity` is the thing as the management API answers with it. */
export type DispatchWebhooks = (topic: WebhookTopic, entity: object) => void
