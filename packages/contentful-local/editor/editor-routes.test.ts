import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { editorRoutes } from './editor-routes.ts'

test('serves a prebuilt folder as it is', async () => {
  const prebuiltFolder = await mkdtemp(join(tmpdir(), 'editor-build-'))
  onTestFinished(() => rm(prebuiltFolder, { recursive: true }))
  await writeFile(join(prebuiltFolder, 'editor.js'), 'prebuilt()')
  await writeFile(join(prebuiltFolder, 'editor.css'), 'p { color: red }')
  const app = fastify()
  onTestFinished(() => app.close())
  await app.register(editorRoutes, { token: 'secret', prebuiltFolder })
  const get = (url: string) => app.inject({ url, headers: { host: '127.0.0.1' } })
  expect((await get('/app/editor.js')).body).toBe('prebuilt()')
  await writeFile(join(prebuiltFolder, 'on-demand-12_ab.js'), 'loaded()')
  expect((await get('/app/on-demand-12_ab.js')).body).toBe('loaded()')
  expect((await get('/app/other.js')).statusCode).toBe(404)
  const style = await get('/app/editor.css')
  expect(style.body).toBe('p { color: red }')
  expect(style.headers).toMatchObject({
    'content-type': 'text/css; charset=utf-8',
    'content-security-policy': expect.stringContaining("default-src 'none'"),
    'x-content-type-options': 'nosniff',
  })
})
