import type { RebuildQueue } from './rebuild-queue.ts'

/** What the web server needs to follow what editors publish. What it knows of the site comes in here. */
export interface PublishingOptions {
  /** Contentful's signing secret: 64 characters. */
  readonly secret: string
  readonly rebuilds: RebuildQueue
  /**
   * What the web servers of the site share; in memory unless it is given. Where a rebuild calls a deploy hook, each server
   * uses the store in memory: one call is enough for all.
   */
  readonly store?: PublishingStore
}

/** A change that a webhook request reported. */
export interface Announcement {
  /** The signature and the idempotency key of the request. Where one of them was accepted before, the request is a repeat. */
  readonly requestKeys: readonly string[]
  readonly change: ContentChange
}

/** What the web servers of one site share: which webhook requests were accepted, and what was published. */
export interface PublishingStore {
  /**
   * Accepts a request once: records its names and announces the change to every server, or does neither. `false` for a
   * repeat of a request that was accepted before, by any server. Rejects where the change could not be stored.
   */
  readonly announce: (announcement: Announcement) => Promise<boolean>
  /** Calls `onTouched` once for each announcement, those of this server included. Called once, at the start. */
  readonly subscribe: (onTouched: (touched: ContentChange) => void) => void
  /** Why announcements of other servers do not arrive: then the pages may be older than what is published. */
  readonly getFailures: () => readonly RebuildFailure[]
  /** Ends `follow`. */
  readonly close: () => Promise<void>
}

/**
 * Makes pages follow the CMS: writes them anew, or calls a deploy hook. Resolves with what could not be done:
 * such a page stays as it was. Rejects where nothing could, and when `signal` ends it.
 */
export type Rebuild = (touched: ContentChange, signal: AbortSignal) => Promise<readonly RebuildFailure[]>

/** What webhooks have told of. */
export interface ContentChange {
  /** Ids of the content types whose entries changed. */
  readonly contentTypes: ReadonlySet<string>
  /** A file changed. */
  readonly assets: boolean
  /** Nobody says what changed: a deleted entry may come without its type. */
  readonly anything: boolean
}

export const ANY_CHANGE: ContentChange = { contentTypes: new Set(), assets: true, anything: true }

export interface RebuildFailure {
  /** A page's path, or what else is made. */
  readonly what: string
  readonly reason: string
}

/** Of the pages that visitors get, for /health and for the preview's banner. */
export interface PublishingState {
  readonly status: 'ok' | 'failed'
  /** ISO time of the last rebuild that failed nowhere; `null` before the first. */
  readonly lastRebuild: string | null
  readonly failures: readonly RebuildFailure[]
  /** Changes that wait for a rebuild, or for the one that runs. */
  readonly isRebuilding: boolean
}
