/** Ids of a scheduled preview, publications and withdrawals together: the state of a session has to fit into a cookie. */
export const MAX_SCHEDULED_IDS = 300

/** What scheduled actions will have changed at a time. */
export interface ScheduledChanges {
  readonly at: Date
  /** Ids of the entries and assets that are published by then. */
  readonly publish: readonly string[]
  /** Ids of the entries and assets that are unpublished by then. */
  readonly unpublish: readonly string[]
}

/**
 * Returns the URL of a preview that shows the site as of a time. `previewUrl`: the address of the preview with its secret
 * and path. Throws `RangeError` for more than `MAX_SCHEDULED_IDS` ids.
 */
export function createScheduledPreviewUrl(previewUrl: string, { at, publish, unpublish }: ScheduledChanges): string {
  const count = publish.length + unpublish.length
  if (count > MAX_SCHEDULED_IDS)
    throw new RangeError(
      `The preview can show at most ${MAX_SCHEDULED_IDS} scheduled entries and assets, and ${count} are scheduled until then: choose an earlier time`,
    )
  const url = new URL(previewUrl)
  url.searchParams.set('at', at.toISOString())
  for (const [name, ids] of Object.entries({ publish, unpublish })) {
    url.searchParams.delete(name)
    if (ids.length > 0) url.searchParams.set(name, ids.join(','))
  }
  return url.href
}
