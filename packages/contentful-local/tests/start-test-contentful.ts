import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from 'contentful-management'
import { afterAll } from 'vitest'
import { LOCAL_TOKENS } from '#local/constants.ts'
import { startLocalContentful } from '#local/server.ts'

/** Starts a local Contentful with an empty space for the tests of a file, and creates a management client of it. */
export async function startTestContentful() {
  const folder = await mkdtemp(join(tmpdir(), 'contentful-'))
  const local = await startLocalContentful({ port: 0, folder })
  afterAll(async () => {
    await local.close()
    await rm(folder, { recursive: true })
  })
  const { host } = new URL(local.url)
  const client = createClient(
    { accessToken: LOCAL_TOKENS.management, host, hostUpload: host, insecure: true },
    { type: 'plain', defaults: { spaceId: 'local', environmentId: 'master' } },
  )
  return { url: local.url, host, client }
}
