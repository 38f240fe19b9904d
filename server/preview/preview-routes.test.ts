import { expect, test, vi } from 'vitest'
import { createCspHashSource } from '#server/http/security-policies.ts'
import { previewStateSchema } from '#shared/preview-contract.ts'
import {
  createPreviewServer,
  EDITOR_ORIGINS,
  PREVIEW_TOKEN,
  type PreviewServer,
} from '#tests/setup/server/preview-server.ts'
import { HTML_REQUEST_HEADERS } from '#tests/setup/server/site.ts'

const request = async (site: PreviewServer, url: string) =>
  site.inject({ url, headers: { ...HTML_REQUEST_HEADERS, cookie: await site.cookie() } })

test('sends the unpublished entries to an editor', async () => {
  const link = 'https://app.contentful.com/a'
  const unpublished = [{ id: 'a', title: 'Weld', type: 'Gallery image', link, state: 'draft' as const }]
  const state = { unpublished, refused: [], rebuildProblem: null }
  await using site = await createPreviewServer({ readState: async () => state })
  const response = await request(site, '/preview/state')
  expect(response.statusCode).toBe(200)
  expect(previewStateSchema.parse(response.json())).toEqual(state)
  expect(response.headers).toMatchObject({ 'cache-control': 'no-store, private', vary: 'Cookie' })
})

test('§10.9 sends the report with a policy that allows no scripts', async () => {
  const page = '<!doctype html><title>Report</title><style>p{}</style><p>Text of an editor: <style>body{}</style>'
  await using site = await createPreviewServer({ renderReport: async () => page })
  const response = await request(site, '/preview/report')
  expect([response.statusCode, response.body]).toEqual([200, page])
  expect(response.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store, private',
    'x-robots-tag': 'noindex',
    'content-security-policy': `default-src 'none'; img-src data: https: http://127.0.0.1:*; style-src ${createCspHashSource('p{}')}; base-uri 'none'; form-action 'none'; frame-ancestors 'self' ${EDITOR_ORIGINS.join(' ')}`,
  })
})

test('treats the report as an unknown path without a session', async () => {
  const renderReport = vi.fn(async () => 'Report')
  await using site = await createPreviewServer({ renderReport })
  const [response, unknown] = await Promise.all(
    ['/preview/report', '/nothing/report'].map((url) => site.inject({ url, headers: HTML_REQUEST_HEADERS })),
  )
  expect(response?.statusCode).toBe(302)
  expect({ ...response?.headers, date: '' }).toEqual({ ...unknown?.headers, date: '' })
  expect(renderReport).not.toHaveBeenCalled()
})

test.each([
  [
    '/preview/state',
    JSON.stringify({ errors: [{ message: 'The unpublished entries cannot be read from the CMS.' }] }),
    'unpublished entries cannot be listed',
  ],
  [
    '/preview/report',
    'The content report cannot be made: the CMS does not answer. Try again.',
    'content report cannot be made',
  ],
] as const)('responds 503 to %s when the CMS fails, and logs the reason without the token', async (url, body, msg) => {
  const fail = async () => Promise.reject(new Error(`down, with ${PREVIEW_TOKEN}`))
  await using site = await createPreviewServer({ readState: fail, renderReport: fail })
  const response = await request(site, url)
  expect([response.statusCode, response.body]).toEqual([503, body])
  expect(response.headers['cache-control']).toBe('no-store, private')
  expect(site.log()).toEqual([expect.objectContaining({ level: 50, msg, reason: 'down, with …' })])
})
