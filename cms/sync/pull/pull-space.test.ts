import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { readSeedFiles } from '#cms/seed/read-seed-files.ts'
import { getLocalConnection } from '#cms/sync/contentful/space-connections.ts'
import { startHttpServer } from '#local-tests/start-http-server.ts'
import { createTestFolder } from '#local-tests/test-folder.ts'
import { findCurrentAsset, pullMedia } from './pull-media.ts'
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

test('the downloads of files end before it fails, and those that wait do not begin', async () => {
  const ended: string[] = []
  await using server = await startHttpServer(async ({ url = '' }, response) => {
    if (url === '/slow') await sleep(200)
    ended.push(url)
    response.end('content')
  })
  const folder = await createTestFolder()
  const staging = join(folder, 'missing')
  const assets = ['fast', ...Array<string>(6).fill('slow'), 'waiting'].map((id) => {
    const file = { fileName: `${id}.jpg`, contentType: 'image/jpeg', url: `${server.url}/${id}`, size: 7 }
    return { id, title: id, ...file }
  })
  const currentSeed = readSeedFiles(folder, { allowMissing: true })
  const progress = { startPhase: () => ({ advance() {}, end: () => void ended.push('end') }) }
  const options = { currentSeed, mediaFolder: folder, staging, progress }
  using limit = vi.spyOn(AbortSignal, 'timeout')
  await expect(pullMedia(assets, options)).rejects.toThrow('ENOENT')
  expect(ended).toEqual(['/fast', ...Array<string>(6).fill('/slow'), 'end'])
  expect(limit).toHaveBeenLastCalledWith(120_000)
})

test.each(['../a.jpg', 'b/../../a.jpg', 'b\\..\\..\\a.jpg', '/a.jpg'])('does not use the path %s', async (file) => {
  const seed = readSeedFiles(await createTestFolder(), { allowMissing: true })
  const withFile = (path: string) => ({
    ...seed,
    assets: { ...seed.assets, records: { a: { file: path, title: 'A' } } },
  })
  expect(findCurrentAsset(withFile(file), 'a')).toBeUndefined()
  expect(findCurrentAsset(withFile('b/a..jpg'), 'a')).toEqual({ file: 'b/a..jpg' })
})
