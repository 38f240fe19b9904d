import { createClient } from 'contentful-management'
import { afterAll } from 'vitest'
import { LOCAL_TOKENS } from '#local/constants.ts'
import { startLocalContentful } from '#local/server.ts'

/** Starts a local Contentful with an empty space for the tests of a file, and creates a management client of it. */
export async function startTestContentful() {
  const local = await startLocalContentful()
  afterAll(local.close)
  const { host } = new URL(local.url)
  const client = createClient(
    { accessToken: LOCAL_TOKENS.management, host, hostUpload: host, insecure: true },
    { type: 'plain', defaults: { spaceId: 'local', environmentId: 'master' } },
  )
  return { url: local.url, host, client }
}
