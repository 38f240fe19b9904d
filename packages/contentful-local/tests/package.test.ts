import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import * as z from 'zod'
import { createContentfulClient } from './delivery-space.ts'
import { exportSpace } from './official-tools.ts'
import { startHttpServer } from './start-http-server.ts'
import { startSpace } from './start-space.ts'
import { createManagementClient, MASTER, publishContentType, publishEntry, sendRequest } from './test-contentful.ts'

const PACKAGE = join(import.meta.dirname, '..')
const REPOSITORY = join(PACKAGE, '../..')

const env = { PATH: process.env.PATH, TMPDIR: process.env.TMPDIR }

const manifestSchema = z.object({ dependencies: z.record(z.string(), z.string()) })

/** A folder in which the built package is installed, with packages of the repository. */
const project = await mkdtemp(join(tmpdir(), 'contentful-local-package-'))
afterAll(() => rm(project, { recursive: true }))
const dist = join(project, 'node_modules/contentful-local')
await promisify(execFile)(process.execPath, [join(PACKAGE, 'build-package.ts'), dist])
const { dependencies } = manifestSchema.parse(JSON.parse(await readFile(join(dist, 'package.json'), 'utf8')))
for (const name of [...Object.keys(dependencies), 'contentful', 'vitest']) {
  await mkdir(dirname(join(project, 'node_modules', name)), { recursive: true })
  await symlink(join(REPOSITORY, 'node_modules', name), join(project, 'node_modules', name))
}

const COMMAND = 'node_modules/contentful-local/bin.js'

/** Starts the server of the command on a free port. */
async function startCommand(...args: readonly string[]) {
  const child = spawn(process.execPath, [COMMAND, '--port', '0', ...args], { cwd: project, env })
  onTestFinished(() => void child.kill('SIGKILL'))
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk
    })
  await expect.poll(() => output).toContain('GraphQL API')
  const [url = ''] = /http:\/\/127\.0\.0\.1:\d+/.exec(output) ?? []
  const stop = async () => {
    child.kill('SIGTERM')
    const [code] = await once(child, 'exit')
    return code
  }
  return { url, stop, readOutput: () => output }
}

test('the command serves an empty space, keeps its content over a restart, and ends with exit code 0', async () => {
  const first = await startCommand('--folder', 'empty')
  expect((await createContentfulClient(first.url).getContentTypes()).total).toBe(0)
  const tag = { name: 'Kept', sys: { visibility: 'public' as const } }
  await createManagementClient(first.url).tag.createWithId({ tagId: 'kept' }, tag)
  expect(await first.stop()).toBe(0)
  expect(first.readOutput().trim().split(/\n+/)).toEqual([
    `contentful-local  ${first.url}   state in empty`,
    `Editor            ${first.url}/app`,
    `Management API    ${first.url}/spaces/local   token local-management`,
    `Delivery API      ${first.url}/cdn/spaces/local   token local-delivery`,
    `Preview API       ${first.url}/preview/spaces/local   token local-preview`,
    `GraphQL API       ${first.url}/content/v1/spaces/local   token local-delivery, or local-preview for drafts`,
  ])
  const options = ['--host', '0.0.0.0', '--content-types', '1', '--rate-limits']
  const second = await startCommand('--folder', 'empty', ...options)
  await expect.poll(() => second.readOutput()).toContain('It listens on 0.0.0.0: everyone who reaches port')
  const createType = (id: string) =>
    sendRequest(second, 'PUT', `${MASTER}/content_types/${id}`, { body: { name: id, fields: [] } })
  const created = [await createType('one'), await createType('two')]
  expect(created.map(({ status }) => status)).toEqual([201, 403])
  expect(created[0]?.headers.get('x-contentful-ratelimit-second-limit')).toBe('7')
  const script = await readFile(join(project, 'node_modules/contentful-local/editor/dist/editor.js'), 'utf8')
  expect(await (await fetch(`${second.url}/app/editor.js`)).text()).toBe(script)
  expect((await createContentfulClient(second.url).getTags()).items.map(({ name }) => name)).toEqual(['Kept'])
})

test('§11.19 the test in the README passes with an export of a space', async () => {
  await using space = await startSpace()
  const fields = [
    { id: 'title', type: 'Symbol' },
    { id: 'date', type: 'Date' },
  ] as const
  await publishContentType(space, { id: 'post', fields })
  await publishEntry(space, 'post', 'second', { title: 'Second', date: '2026-02-01' })
  await publishEntry(space, 'post', 'first', { title: 'First', date: '2026-01-01' })
  vi.spyOn(console, 'log').mockReturnValue() // contentful-export prints its progress
  onTestFinished(() => void vi.restoreAllMocks())
  await writeFile(join(project, 'space.json'), JSON.stringify(await exportSpace(space.url, project)))
  const readme = await readFile(join(dist, 'README.md'), 'utf8')
  const [, example = ''] = /```ts\n(\/\/ posts\.test\.ts.*?)```/s.exec(readme) ?? []
  await writeFile(join(project, 'posts.test.ts'), example)
  const run = promisify(execFile)(process.execPath, ['node_modules/vitest/vitest.mjs', 'run'], {
    cwd: project,
    env: { ...env, NO_COLOR: '1' },
  })
  expect((await run).stdout).toMatch(/Tests +1 passed/)
})

test('a port in use and an old Node end with one line and exit code 1', async () => {
  const run = (...args: readonly string[]) => promisify(execFile)(process.execPath, args, { cwd: project, env })
  await using server = await startHttpServer()
  await expect(run(COMMAND, '--port', String(server.port))).rejects.toMatchObject({
    code: 1,
    stderr: `Port ${server.port} is in use. Choose another one with --port.\n`,
  })
  const oldVersion = "data:text/javascript,Object.defineProperty(process, 'versions', { value: { node: '20.20.2' } })"
  await expect(run('--import', oldVersion, join(PACKAGE, 'bin.mjs'))).rejects.toMatchObject({
    code: 1,
    stderr: 'contentful-local needs Node 24 or newer, or 22.19 or newer of Node 22. This is Node 20.20.2.\n',
  })
})

test('TypeScript finds the types of the entry points', async () => {
  const script = `import { type LocalContentful, startLocalContentful } from 'contentful-local'
import { createGraphqlSchema } from 'contentful-local/schema'
import { findRuleViolations } from 'contentful-local/validation'
import { openPictureCache } from 'contentful-local/images'
import { LOCAL_TOKENS } from 'contentful-local/constants'
export const server: Promise<LocalContentful> = startLocalContentful({ port: 0, folder: 'state' })
export const token: string = LOCAL_TOKENS.delivery
export default [createGraphqlSchema([]), findRuleViolations([], { value: 'text' }), openPictureCache]
// @ts-expect-error a port is a number
startLocalContentful({ port: 'one', folder: 'state' })
`
  await writeFile(join(project, 'types.ts'), script)
  const args = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--target', 'es2024', '--types', '']
  const { stdout } = await promisify(execFile)(join(REPOSITORY, 'node_modules/.bin/tsc'), [...args, 'types.ts'], {
    cwd: project,
  }).catch((error: { stdout: string }) => error)
  expect(stdout).toBe('')
})
