import { test as base, expect } from '@playwright/test'
import { LOCAL_TOKENS } from 'contentful-local/constants'
import { OFFLINE_ENV } from '#tests/setup/e2e/offline-env.ts'
import { listSeedEntries } from '#tests/setup/seed-content.ts'
import { startTestDevServer, type TestDevServer } from './test-dev-server.ts'

const test = base.extend<object, { readonly site: TestDevServer }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern
    async ({}, use, { parallelIndex }) => {
      const folder = `.cache/e2e/dev-server-${parallelIndex}`
      const env = { ...OFFLINE_ENV, NODE_ENV: 'production' } // as npm sets it without development packages
      const site = await startTestDevServer({ env, folder })
      await use(site)
      await site.stop()
    },
    { scope: 'worker', timeout: 300_000 }, // counts the start and stop
  ],
})

test.describe.configure({ timeout: 300_000 }) // ms; the first page compiles all modules of the site

/** ms; an update takes less than two seconds, and much longer when other tests use both cores. */
const UPDATE_TIMEOUT = { timeout: 100_000 }

test.afterEach(({ site }, { status, expectedStatus }) => {
  if (status !== expectedStatus) console.log(site.output())
})

const COMPONENT = 'src/pages/home/facts.tsx'
const MODEL = 'cms/model/fact.ts'
const SEED = 'cms/seed/entries/home.json'
/** The facts of the seed; the tests change the first one. */
const facts = listSeedEntries('homePage', 'facts').map(({ id, fields }) => ({
  id,
  figure: String(fields.figure),
  text: String(fields.text),
}))
const [fact = { id: '', figure: '', text: '' }] = facts
const SERVER = 'server/contact/http/http-error.ts'

test('§11: npm run dev shows a changed component, a new field of the model and a changed text of the seed without a restart', async ({
  page,
  site,
}) => {
  const expectText = (text: string) => expect(page.getByText(text)).toBeVisible(UPDATE_TIMEOUT)
  const overlay = page.locator('vite-error-overlay .window')
  const expectNoError = () => expect(overlay).toHaveCount(0, UPDATE_TIMEOUT)

  await test.step('the page is served, and connected to the server, which sends it the changes', async () => {
    const connected = page.waitForEvent('console', {
      predicate: (message) => message.text() === '[vite] connected.',
      ...UPDATE_TIMEOUT,
    })
    await page.goto(site.url, UPDATE_TIMEOUT)
    await connected
    await expectText(fact.text)
  })

  await test.step('a changed component is replaced without a reload', async () => {
    await page.evaluate(() => Object.assign(window, { isSamePage: true }))
    await site.edit(COMPONENT, '              {text}\n', '              {text} (confirmed)\n')
    await expectText(`${fact.text} (confirmed)`)
    expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)
  })

  await test.step('a new field of the model is in the CMS, the schema and the page', async () => {
    await site.edit(
      MODEL,
      '  fields: {',
      "  fields: {\n    source: optionalField(lineField({ help: 'Who counted.' })),",
    )
    for (const [index, { id }] of facts.entries())
      await site.edit(
        SEED,
        `"${id}": {`,
        `"${id}": {\n    "source": ${index === 0 ? '"Counted by the surveyors"' : null},`,
      )
    await site.edit(COMPONENT, '{ id, figure, unit, text }', '{ id, figure, source, unit, text }')
    await site.edit(COMPONENT, '{text} (confirmed)', '{text} {source}')
    await expectText('Counted by the surveyors')
    await expectNoError()
    expect(await queryCms(site, '{ factCollection { items { source } } }')).toContain('Counted by the surveyors')
    await expect.poll(() => site.read('cms/schema.graphql'), UPDATE_TIMEOUT).toContain('source: String')
  })

  await test.step('an invalid text of the seed is shown as an error until it is fixed', async () => {
    await site.edit(SEED, `"figure": "${fact.figure}"`, '"figure": "More than 250"')
    await expect(overlay).toContainText(`${fact.id}: figure has 13 characters: write 1 to 10`, UPDATE_TIMEOUT)
    await expect(overlay).toContainText(SEED)
    await site.edit(SEED, '"figure": "More than 250"', '"figure": "270+"')
    await expectText('270+')
    await expectNoError()
    expect(await queryCms(site, '{ factCollection { items { figure } } }')).toContain('270+')
  })

  await test.step('a changed file of the server is in use, and an error in it is shown; the page stays', async () => {
    const readMessage = async () => (await fetch(new URL('/api/unknown', site.url))).text()
    await page.evaluate(() => Object.assign(window, { isSamePage: true }))
    await site.edit(SERVER, 'This path does not exist.', 'No such path.')
    await expect.poll(readMessage, UPDATE_TIMEOUT).toContain('No such path.')
    await site.edit(SERVER, "'No such path.'", "'No such path")
    await expect(overlay).toContainText(new RegExp(`${SERVER}:\\d+`), UPDATE_TIMEOUT)
    expect(await readMessage()).toContain('No such path.')
    expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)
    await site.edit(SERVER, "'No such path", "'This path is gone.'")
    await expect.poll(readMessage, UPDATE_TIMEOUT).toContain('This path is gone.')
    await expectNoError()
  })

  await test.step('an error of the browser is in the terminal', async () => {
    await page.evaluate(() => {
      setTimeout(() => {
        throw new Error('the timer failed')
      })
    })
    await expect.poll(site.output).toContain('the timer failed')
  })
})

/** Sends a query to the CMS. Returns the response body. */
async function queryCms(site: TestDevServer, query: string): Promise<string> {
  const [, cmsUrl] = /the local Contentful at (\S+)\./.exec(site.output()) ?? []
  const response = await fetch(`${cmsUrl}/content/v1/spaces/local/environments/master`, {
    method: 'POST',
    headers: { authorization: `Bearer ${LOCAL_TOKENS.delivery}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
  })
  return response.text()
}
