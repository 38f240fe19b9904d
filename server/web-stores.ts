import { openDatabase } from './database/open-database.ts'
import { type LoginRateLimit, memoryLoginRateLimit, sharedLoginRateLimit } from './preview/login-rate-limit.ts'
import { memoryPublishingStore } from './publishing/memory-publishing-store.ts'
import { postgresPublishingStore } from './publishing/postgres-publishing-store.ts'
import type { PublishingStore } from './publishing/publishing-options.ts'

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
    return { publishing: memoryPublishingStore(), loginRateLimit: memoryLoginRateLimit(), close: async () => {} }
  const db = await openDatabase({ url: databaseUrl })
  return {
    publishing: callsDeployHook ? memoryPublishingStore() : postgresPublishingStore({ db, url: databaseUrl, log }),
    loginRateLimit: sharedLoginRateLimit({ db, log }),
    close: () => db.destroy(),
  }
}
