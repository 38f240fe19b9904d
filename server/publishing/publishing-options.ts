import type { RebuildQueue } from './rebuild-queue.ts'

/** What the web server needs to follow what editors publish. What it knows of the site comes in here. */
export interface PublishingOptions {
  /** Contentful's signing secret: 64 characters. */
  readonly secret: string
  readonly rebuilds: RebuildQueue
}

/**
 * Makes pages follow the CMS: writes them anew, or calls a deploy hook. Resolves with what could not be done:
 * such a page stays as it was. Rejects where nothing could, and when `signal` ends it.
 */
export type Rebuild = (touched: Touched, signal: AbortSignal) => Promise<readonly RebuildFailure[]>

/** What webhooks have told of. */
export interface Touched {
  /** Ids of the content types whose entries changed. */
  readonly contentTypes: ReadonlySet<string>
  /** A file changed. */
  readonly assets: boolean
  /** Nobody says what changed: a deleted entry may come without its type. */
  readonly anything: boolean
}

export const ANYTHING: Touched = { contentTypes: new Set(), assets: true, anything: true }

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
