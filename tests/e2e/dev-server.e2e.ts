import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { expect, test } from '@playwright/test'
import * as z from 'zod'
import { copyProject } from '#tests/setup/e2e/copy-project.ts'
import { OFFLINE_ENV } from '#tests/setup/e2e/offline-env.ts'
import { removeRequestLimit } from '#tests/setup/e2e/request-limit.ts'
import { getFreePort } from '#tests/setup/process/free-port.ts'
import { listSeedEntries } from '#tests/setup/seed-content.ts'

test.describe.configure({ timeout: 600_000 }) // ms; the first page compiles all modules of the site

/** ms; an update takes less than two seconds, and much longer when other tests use both cores. */
const UPDATE_TIMEOUT = { timeout: 100_000 }

/** A copy of the sources, which the test changes. It stays, and the next start is faster by what Vite has cached. */
const FOLDER = resolve('.cache/e2e/dev-server')
const inFolder = (file: string) => join(FOLDER, file)
const read = (file: string) => readFile(inFolder(file), 'utf8')

/** Replaces a text in a file of the copy. */
async function edit(file: string, from: string, to: string): Promise<void> {
  const text = await read(file)
  expect(text).toContain(from)
  await writeFile(inFolder(file), text.replace(from, to))
}

/** What the server has printed. */
let output = ''

test.afterEach(() => {
  if (test.info().status !== 'passed') console.log(output)
})

const COMPONENT = 'src/pages/home/facts.tsx'
const MODEL = 'cms/model/fact.ts'
const SEED = 'cms/seed/entries/home.json'
const SERVER = 'server/contact/http/http-error.ts'
/** The facts of the seed; the tests change the first one. */
const facts = listSeedEntries('homePage', 'facts').map(({ id, fields }) => ({
  id,
  figure: String(fields.figure),
  text: String(fields.text),
}))
const [fact = { id: '', figure: '', text: '' }] = facts

test('§11.2 npm run dev shows a changed component, a new field of the model and a changed text of the seed without a restart', async ({
  page,
}) => {
  await using site = await startDevServer()
  const expectText = (text: string) => expect(page.getByText(text)).toBeVisible(UPDATE_TIMEOUT)
  const overlay = page.locator('vite-error-overlay .window')

  await test.step('a changed component is replaced without a reload', async () => {
    const connected = page.waitForEvent('console', {
      predicate: (message) => message.text() === '[vite] connected.',
      ...UPDATE_TIMEOUT,
    })
    await removeRequestLimit(page.context())
    await page.goto(site.url, UPDATE_TIMEOUT)
    await connected
    await expectText(fact.text)
    await page.evaluate(() => Object.assign(window, { isSamePage: true }))
    await edit(COMPONENT, '              {text}\n', '              {text} (confirmed)\n')
    await expectText(`${fact.text} (confirmed)`)
    expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)
  })

  await test.step('a new field of the model is in the page and the schema', async () => {
    await edit(MODEL, '  fields: {', "  fields: {\n    source: optionalField(lineField({ help: 'Who counted.' })),")
    for (const [index, { id }] of facts.entries())
      await edit(SEED, `"${id}": {`, `"${id}": {\n    "source": ${index === 0 ? '"Counted by the surveyors"' : null},`)
    await edit(COMPONENT, '{ id, figure, unit, text }', '{ id, figure, source, unit, text }')
    await edit(COMPONENT, '{text} (confirmed)', '{text} {source}')
    await expectText('Counted by the surveyors')
    await expect.poll(() => read('cms/schema.graphql'), UPDATE_TIMEOUT).toContain('source: String')
  })

  await test.step('an invalid text of the seed is shown as an error until it is fixed', async () => {
    await edit(SEED, `"figure": "${fact.figure}"`, '"figure": "More than 250"')
    await expect(overlay).toContainText(`${fact.id}: figure has 13 characters: write 1 to 10`, UPDATE_TIMEOUT)
    await expect(overlay).toContainText(SEED)
    await edit(SEED, '"figure": "More than 250"', '"figure": "270+"')
    await expectText('270+')
    await expect(overlay).toHaveCount(0, UPDATE_TIMEOUT)
  })

  await test.step('a changed file of the server is in use; the page stays', async () => {
    const readMessage = async () => (await fetch(new URL('/api/unknown', site.url))).text()
    await page.evaluate(() => Object.assign(window, { isSamePage: true }))
    await edit(SERVER, 'This path does not exist.', 'No such path.')
    await expect.poll(readMessage, UPDATE_TIMEOUT).toContain('No such path.')
    expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)
  })
})

const readyMessageSchema = z.object({ url: z.url() })

/** Starts `npm run dev` in a copy of the project on free ports, with four photos and without the compiler. */
async function startDevServer() {
  await copyProject(FOLDER)
  await replaceCompiler()
  const ports = { PORT: String(await getFreePort()), CMS_PORT: String(await getFreePort()) }
  const child = fork(inFolder('scripts/dev.ts'), {
    cwd: FOLDER,
    // As npm sets NODE_ENV without development packages.
    env: { ...process.env, ...OFFLINE_ENV, NODE_ENV: 'production', BACKEND_FOLDER: '.backend', ...ports },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    execArgv: [],
  })
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (text) => {
      output += text
    })
  }
  const exit = once(child, 'exit')
  const [message]: unknown[] = await Promise.race([once(child, 'message'), exit])
  return {
    url: readyMessageSchema.parse(message).url,
    [Symbol.asyncDispose]: async () => {
      child.kill()
      await exit
    },
  }
}

/** Puts a compiler that finds no errors in place: the real one takes half of the test's CPU time (type-check-plugin.test.ts). */
async function replaceCompiler(): Promise<void> {
  const compiler = inFolder('node_modules/typescript')
  await rm(compiler)
  await mkdir(join(compiler, 'bin'), { recursive: true })
  await writeFile(join(compiler, 'bin/tsc'), '')
}
