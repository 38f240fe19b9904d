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
import { createManagementClient, publishContentType, publishEntry } from './test-contentful.ts'

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

/** Starts the server of the command on a free port. It is stopped after the test. */
async function startCommand(...args: readonly string[]) {
  const child = spawn(process.execPath, [COMMAND, '--port', '0', ...args], { cwd: project, env })
  const stop = async () => {
    if (child.exitCode !== null) return child.exitCode
    child.kill('SIGTERM')
    const [code] = await once(child, 'exit')
    return code
  }
  onTestFinished(async () => {
    await stop()
  })
  const output = { text: '' }
  const url = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output.text += chunk
      const found = /http:\/\/127\.0\.0\.1:\d+/.exec(output.text)?.[0]
      if (found && output.text.includes('GraphQL API')) resolve(found)
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    child.once('exit', () => reject(new Error(`The command ended: ${output.text}`)))
  })
  return { url, output, stop }
}

test('the command serves an empty space, keeps its content over a restart, and ends with exit code 0', async () => {
  const first = await startCommand('--folder', 'empty')
  expect((await createContentfulClient(first.url).getContentTypes()).total).toBe(0)
  await createManagementClient(first.url).tag.createWithId(
    { tagId: 'kept' },
    { name: 'Kept', sys: { visibility: 'public' } },
  )
  expect(await first.stop()).toBe(0)
  const second = await startCommand('--folder', 'empty')
  const script = await readFile(join(project, 'node_modules/contentful-local/editor/dist/editor.js'), 'utf8')
  expect(await (await fetch(`${second.url}/app/editor.js`)).text()).toBe(script)
  expect((await createContentfulClient(second.url).getTags()).items.map(({ name }) => name)).toEqual(['Kept'])
})

test('the test in the README passes with an export of a space', async () => {
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

test('a port in use ends with one line and exit code 1', async () => {
  await using server = await startHttpServer()
  const port = String(server.port)
  const run = promisify(execFile)(process.execPath, [COMMAND, '--port', port], { cwd: project, env })
  await expect(run).rejects.toMatchObject({
    code: 1,
    stderr: `Port ${port} is in use. Choose another one with --port.\n`,
  })
})

test('an old Node ends with one line and exit code 1', async () => {
  const oldVersion = "data:text/javascript,Object.defineProperty(process, 'versions', { value: { node: '20.20.2' } })"
  const run = promisify(execFile)(process.execPath, ['--import', oldVersion, join(PACKAGE, 'bin.mjs')], { env })
  await expect(run).rejects.toMatchObject({
    code: 1,
    stderr: 'contentful-local needs Node 24 or newer, or 22.19 or newer of Node 22. This is Node 20.20.2.\n',
  })
})

test('TypeScript finds the types of the entry points', async () => {
  const script = `import { startLocalContentful, type LocalContentful } from 'contentful-local'
import { createGraphqlSchema, type ContentTypeDefinition } from 'contentful-local/schema'
import { findRuleViolations, type RuleViolation } from 'contentful-local/validation'
import { openPictureCache } from 'contentful-local/images'
import { LOCAL_TOKENS } from 'contentful-local/constants'
export const server: Promise<LocalContentful> = startLocalContentful({ port: 0, folder: 'state' })
export const types: readonly ContentTypeDefinition[] = []
export const token: string = LOCAL_TOKENS.delivery
export const violations: readonly RuleViolation[] = findRuleViolations([], { value: 'text' })
export default [createGraphqlSchema, openPictureCache]
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
