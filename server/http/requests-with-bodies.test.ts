import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createTestFolder } from '#tests/setup/process/test-folder.ts'
import { openSession } from '#tests/setup/server/contact-client.ts'
import { sendRequestsWithBodies } from '#tests/setup/server/requests-with-bodies.ts'
import { startTestApp } from '#tests/setup/server/test-app.ts'
import { createTemporaryDatabase, createTestConfig } from '#tests/setup/server/test-backend.ts'
import { createTestPublishing } from '#tests/setup/server/test-publishing.ts'

test('a body is never read as a request, whatever the method', async () => {
  const root = await createTestFolder()
  await writeFile(join(root, 'index.html'), '<h1>Home</h1>')
  const { db, remove } = await createTemporaryDatabase()
  onTestFinished(remove)
  const { app, url, close } = await startTestApp({
    site: root,
    api: { db, config: createTestConfig() },
    trustedProxies: ['127.0.0.1'],
    logLevel: 'silent',
    preview: {
      secret: 'a-secret-of-editors',
      graphql: { url: 'http://127.0.0.1:9', token: 'a token' },
      editorOrigins: [],
      findPagePath: async () => undefined,
      readState: async () => ({ unpublished: [], refused: [], rebuildProblem: null }),
      renderReport: async () => '',
    },
    ...createTestPublishing(),
  })
  onTestFinished(close)
  const session = await openSession(`${url}/api`)
  let received = 0
  app.server.on('request', () => {
    received += 1
  })
  const { count, failures } = await sendRequestsWithBodies(url, session)
  expect(failures).toEqual([])
  expect(received).toBe(count)
})
