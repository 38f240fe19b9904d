import { openDatabase } from '#server/database/open-database.ts'
import {
  createMemoryLoginRateLimit,
  createSharedLoginRateLimit,
  type LoginRateLimit,
} from '#server/preview/login-rate-limit.ts'
import { createPostgresPublishingStore } from '#server/publishing/postgres-publishing-store.ts'
import type { PublishingStore } from '#server/publishing/publishing-options.ts'
import { createMemoryPublishingStore } from '#server/publishing/publishing-store.ts'

/** What the web servers of one site share. */
export interface WebStores {
  readonly publishing: PublishingStore
  readonly loginRateLimit: LoginRateLimit
  /** Closes the database; after the web server. */
  readonly close: () => Promise<void>
}

interface WebStoresOptions {
  /** PostgreSQL; without it this is the only web server of the site. */
  readonly databaseUrl: string | undefined
  /** Publishing calls a deploy hook. The server that gets the webhook calls it, and no other. */
  readonly callsDeployHook: boolean
  readonly log: (line: string) => void
}

/**
 * Opens the stores of a web server: in PostgreSQL for any number of servers, in memory without it, for one. Throws
 * `UserError` where the database cannot be opened.
 */
export async function openWebStores({ databaseUrl, callsDeployHook, log }: WebStoresOptions): Promise<WebStores> {
  if (databaseUrl === undefined)
    return {
      publishing: createMemoryPublishingStore(),
      loginRateLimit: createMemoryLoginRateLimit(),
      close: async () => {},
    }
  const db = await openDatabase({ url: databaseUrl })
  return {
    publishing: callsDeployHook
      ? createMemoryPublishingStore()
      : createPostgresPublishingStore({ db, url: databaseUrl, log }),
    loginRateLimit: createSharedLoginRateLimit({ db, log }),
    close: () => db.destroy(),
  }
}
