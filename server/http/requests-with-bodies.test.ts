import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { createRebuildQueue } from '#server/publishing/rebuild-queue.ts'
import { createWebServer } from '#server/web/web-server.ts'
import { openSession } from '#tests/faults/contact-client.ts'
import { sendRequestsWithBodies } from '#tests/setup/server/requests-with-bodies.ts'
import { WEBHOOK_SECRET } from '#tests/setup/server/signed-webhook.ts'
import { createTemporaryDatabase, createTestBackend } from '#tests/setup/server/test-backend.ts'

/** Starts a server. Returns its URL and the number of requests that it has received. */
async function start(server: FastifyInstance) {
  let count = 0
  server.server.on('request', () => {
    count += 1
  })
  const url = await server.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(() => server.close())
  return { url, readCount: () => count }
}

test('a body is never read as a request, whatever the method', async () => {
  const root = await mkdtemp(join(tmpdir(), 'bodies-'))
  await writeFile(join(root, 'index.html'), '<h1>Home</h1>')
  onTestFinished(() => rm(root, { recursive: true }))
  const database = await createTemporaryDatabase()
  onTestFinished(database.remove)
  const api = await start(createTestBackend(database.db, { TRUSTED_PROXIES: '127.0.0.1' }).app)
  const site = await start(
    createWebServer({
      root,
      backendUrl: api.url,
      logLevel: 'silent',
      preview: {
        secret: 'a-secret-of-editors',
        graphql: { url: 'http://127.0.0.1:9', token: 'a token' },
        deliveryToken: 'a token',
        editorOrigins: [],
        findPagePath: async () => undefined,
        readState: async () => ({ unpublished: [], refused: [], rebuildProblem: null }),
        renderReport: async () => '',
      },
      publishing: { secret: WEBHOOK_SECRET, rebuilds: createRebuildQueue({ rebuild: async () => [], log: () => {} }) },
    }),
  )
  const session = await openSession(`${site.url}/api`)
  const before = [site.readCount(), api.readCount()]
  const { count, apiCount, failures } = await sendRequestsWithBodies(site.url, session)
  expect(failures).toEqual([])
  expect([site.readCount(), api.readCount()].map((after, index) => after - (before[index] ?? 0))).toEqual([
    count,
    apiCount,
  ])
})
