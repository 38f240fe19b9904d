export type ChangeEvent = 'create' | 'save' | 'publish' | 'unpublish' | 'archive' | 'unarchive' | 'delete'

/** For example `Entry.publish`. Contentful documents the events of aliases, but not the names of their topics. */
export type WebhookTopic = `${string}.${ChangeEvent | 'execute'}`

/** Calls the subscribed webhooks after a change was stored. `payload` is the response body of the management API. */
export type DispatchWebhooks = (topic: WebhookTopic, payload: object) => void

/** What the management API reports changes to. */
export interface WebhookEvents {
  readonly dispatch: DispatchWebhooks
  /** Filters match an alias only in requests that use it (Contentful's documentation, Environment aliases). */
  readonly runWithAliases: (aliases: readonly string[], handle: () => void) => void
}
