import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { openDatabase } from '#server/database/open-database.ts'
import { createPostgresPublishingStore } from '#server/publishing/postgres-publishing-store.ts'
import type { ContentChange, Rebuild, RebuildFailure } from '#server/publishing/publishing-options.ts'
import { createRebuildQueue } from '#server/publishing/rebuild-queue.ts'
import { startWebServer } from '#server/web/web-server.ts'
import { type SignedWebhook, WEBHOOK_PATH, WEBHOOK_SECRET } from './signed-webhook.ts'

/**
 * One of the web servers of a site, on this PostgreSQL; it ends with the test. Its rebuilds are written down, and answer
 * with what `failures` holds.
 */
export async function startTestWebServer(databaseUrl: string) {
  const db = await openDatabase({ url: databaseUrl })
  onTestFinished(() => db.destroy())
  const root = await mkdtemp(join(tmpdir(), 'web-node-'))
  onTestFinished(() => rm(root, { recursive: true }))
  const heard: ContentChange[] = []
  const rebuilt: ContentChange[] = []
  const failures: RebuildFailure[] = []
  const lines: string[] = []
  const log = (line: string) => lines.push(line)
  const rebuild: Rebuild = async (touched) => {
    rebuilt.push(touched)
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
        subscribe: (onTouched) =>
          store.subscribe((touched) => {
            heard.push(touched)
            onTouched(touched)
          }),
      },
    },
  })
  onTestFinished(() => web.close())
  await expect.poll(() => rebuilt.length).toBe(1) // at the start, all pages
  heard.length = 0
  rebuilt.length = 0
  return {
    db,
    url: web.url,
    failures,
    lines,
    /** Content types of the announcements that arrived, in their order. */
    heard: () => heard.flatMap(({ contentTypes, anything }) => (anything ? ['anything'] : [...contentTypes])),
    /** Content types whose pages were rendered, each as often as it was. */
    rebuilt: () => rebuilt.flatMap(({ contentTypes, anything }) => (anything ? ['anything'] : [...contentTypes])),
    /** Sends a webhook request. */
    send: async ({ headers, body }: SignedWebhook) => {
      const response = await fetch(`${web.url}${WEBHOOK_PATH}`, { method: 'POST', headers, body })
      return { status: response.status, text: await response.text() }
    },
    /** Whether the pages are up to date. */
    status: () => rebuilds.getState().status,
  }
}
