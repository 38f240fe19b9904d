import { expect, onTestFinished, test, vi } from 'vitest'
import * as z from 'zod'
import { readPreviewSiteUrl } from '#scripts/dev/preview-site-url.ts'
import { ensureSeeded } from '#scripts/dev/seed-local-contentful.ts'
import { startFaultProxy } from './fault-proxy.ts'
import { startTestContentful } from './test-contentful.ts'

const previewEnvironment = z.object({ configurations: z.array(z.object({ contentType: z.string(), url: z.string() })) })

test('writes the preview environment with the seed, and updates it alone if only the site URL changed', async () => {
  const log = vi.spyOn(console, 'log').mockReturnValue(undefined)
  const progress = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  onTestFinished(() => {
    for (const spy of [log, progress]) spy.mockRestore()
  })
  await using local = await startTestContentful()
  await using proxy = await startFaultProxy(local.url)
  const { folder } = local
  const start = async (port: number) => {
    const before = proxy.requests.length
    const previews = { siteUrl: `http://127.0.0.1:${port}`, secret: 'a-secret-of-editors' }
    await ensureSeeded({ folder, url: proxy.url, previews })
    return proxy.requests.slice(before).map(({ method }) => method)
  }
  const readPreviewUrl = async () => {
    const { configurations } = previewEnvironment.parse(
      await local.client.raw.get('/spaces/local/preview_environments/site'),
    )
    return configurations.find(({ contentType }) => contentType === 'servicesPage')?.url
  }

  await start(3000)
  expect(await readPreviewUrl()).toBe('http://127.0.0.1:3000/preview?secret=a-secret-of-editors&path=%2Fservices')
  expect(await start(3000)).toEqual(['GET'])
  expect(await start(3001)).toEqual(['GET', 'PUT'])
  expect(await readPreviewUrl()).toContain('http://127.0.0.1:3001/')
  expect(await readPreviewSiteUrl(folder)).toBe('http://127.0.0.1:3001')
})
