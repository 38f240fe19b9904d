import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { openDatabase } from '#server/database/open-database.ts'
import type { ContentChange } from '#server/publishing/content-change.ts'
import { createPostgresPublishingStore } from '#server/publishing/postgres-publishing-store.ts'
import { createRebuildQueue, type Rebuild, type RebuildFailure } from '#server/publishing/rebuild-queue.ts'
import { startWebServer } from '#server/web/web-server.ts'
import { type SignedWebhook, WEBHOOK_PATH, WEBHOOK_SECRET } from './signed-webhook.ts'

/**
 * Starts one of several web servers of a site that share a PostgreSQL database; it ends with the test. Rebuilds are
 * recorded and resolve with the content of `failures`.
 */
export async function startTestWebServer(databaseUrl: string) {
  const db = await openDatabase({ url: databaseUrl })
  onTestFinished(() => db.destroy())
  const root = await mkdtemp(join(tmpdir(), 'web-server-'))
  onTestFinished(() => rm(root, { recursive: true }))
  const announcements: ContentChange[] = []
  const rebuildCalls: ContentChange[] = []
  const failures: RebuildFailure[] = []
  const lines: string[] = []
  const log = (line: string) => lines.push(line)
  const rebuild: Rebuild = async (change) => {
    rebuildCalls.push(change)
    return [...failures]
  }
  const store = createPostgresPublishingStore({ db, url: databaseUrl, log })
  const rebuilds = createRebuildQueue({
    rebuild,
    getOtherFailures: store.getFailures,
    log,
    debounceMs: 20,
    retryDelaysMs: [100],
  })
  const web = await startWebServer({
    root,
    port: 0,
    publishing: {
      secret: WEBHOOK_SECRET,
      rebuilds,
      store: {
        ...store,
        subscribe: (listener) =>
          store.subscribe((change) => {
            announcements.push(change)
            listener(change)
          }),
      },
    },
  })
  onTestFinished(() => web.close())
  await expect.poll(() => rebuildCalls.length).toBe(1) // all pages are rebuilt at the start
  announcements.length = 0
  rebuildCalls.length = 0
  return {
    db,
    url: web.url,
    failures,
    lines,
    /** Returns the content types of the received announcements, in their order. */
    readAnnouncements: () =>
      announcements.flatMap(({ contentTypes, anything }) => (anything ? ['anything'] : [...contentTypes])),
    /** Returns the content types of each rebuild. */
    readRebuilds: () =>
      rebuildCalls.flatMap(({ contentTypes, anything }) => (anything ? ['anything'] : [...contentTypes])),
    /** Sends a webhook request. */
    send: async ({ headers, body }: SignedWebhook) => {
      const response = await fetch(`${web.url}${WEBHOOK_PATH}`, { method: 'POST', headers, body })
      return { status: response.status, text: await response.text() }
    },
    /** Returns the status of the pages. */
    status: () => rebuilds.getState().status,
  }
}
