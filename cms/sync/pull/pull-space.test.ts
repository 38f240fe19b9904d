import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { readSeedFiles } from '#cms/seed/read-seed-files.ts'
import { getLocalConnection } from '#cms/sync/contentful/space-connections.ts'
import { silentProgress } from '#cms/sync/progress/progress.ts'
import { startHttpServer } from '#local-tests/start-http-server.ts'
import { createTestFolder } from '#local-tests/test-folder.ts'
import { pullMedia } from './pull-media.ts'
import { pullSpace } from './pull-space.ts'

test('names a temporary folder that cannot be used', async () => {
  const folder = await createTestFolder()
  onTestFinished(() => {
    vi.unstubAllEnvs()
  })
  vi.stubEnv('TMPDIR', join(folder, 'missing'))
  const connection = getLocalConnection('http://127.0.0.1:1', 'delivery') // not used
  await expect(pullSpace({ connection, seedFolder: folder, mediaFolder: folder })).rejects.toMatchObject({
    name: 'UserError',
    lines: [expect.stringMatching(/^A file operation failed \(ENOENT.+missing.+\): fix its cause, and pull again$/)],
  })
})

test('the downloads of files end before it fails', async () => {
  const ended: string[] = []
  await using server = await startHttpServer(async ({ url = '' }, response) => {
    if (url === '/slow') await sleep(200)
    ended.push(url)
    response.end('content')
  })
  const folder = await createTestFolder()
  const staging = join(folder, 'missing')
  const assets = ['fast', 'slow'].map((id) => {
    const file = { fileName: `${id}.jpg`, contentType: 'image/jpeg', url: `${server.url}/${id}`, size: 7 }
    return { id, title: id, ...file }
  })
  const currentSeed = readSeedFiles(folder, { allowMissing: true })
  const options = { currentSeed, mediaFolder: folder, staging, progress: silentProgress }
  await expect(pullMedia(assets, options)).rejects.toThrow('ENOENT')
  expect(ended).toEqual(['/fast', '/slow'])
})
