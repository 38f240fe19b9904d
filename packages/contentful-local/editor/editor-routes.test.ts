import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { editorRoutes } from './editor-routes.ts'

async function createFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'editor-build-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

test('serves a prebuilt folder as it is', async () => {
  const prebuiltFolder = await createFolder()
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

test('several processes that build at once get one complete build, and leave nothing else', async () => {
  const cacheFolder = await createFolder()
  const module = join(import.meta.dirname, 'build-editor.ts')
  const script = `import { ensureEditorBuild } from ${JSON.stringify(module)}
    console.log(await ensureEditorBuild('none', ${JSON.stringify(cacheFolder)}))`
  const run = () => promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script])
  const outputs = await Promise.all([run(), run(), run()])
  const folders = new Set(outputs.map(({ stdout }) => stdout.trim()))
  expect(folders.size).toBe(1)
  const [folder = ''] = folders
  expect(dirname(folder)).toBe(cacheFolder)
  expect(await readdir(cacheFolder)).toEqual([basename(folder)])
  const names = await readdir(folder)
  expect(names).toEqual(expect.arrayContaining(['editor.css', 'editor.js']))
  expect(names.filter((name) => !/\.(css|js)$/.test(name))).toEqual([])
})
