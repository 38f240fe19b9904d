import { test as base, type ConsoleMessage, expect, type Locator, type Page } from '@playwright/test'
import { createSpaceClient } from '#cms/sync/contentful/space-client.ts'
import { getLocalConnection } from '#cms/sync/contentful/space-connections.ts'
import { saveDraftField } from '#tests/setup/contentful/draft-field.ts'
import { startTestDevServer, type TestDevServer } from '#tests/setup/e2e/test-dev-server.ts'
import { OFFLINE_ENV } from '#tests/setup/e2e/test-site.ts'

/** As in tests/setup/e2e/fixtures.ts. This file uses other ports of each worker. */
const FIRST_PORT = Number(process.env.E2E_PORT || 3100)

const test = base.extend<object, { readonly siteEnv: Readonly<Record<string, string>>; readonly site: TestDevServer }>({
  siteEnv: [OFFLINE_ENV, { option: true, scope: 'worker' }],
  site: [
    async ({ siteEnv: env }, use, { parallelIndex }) => {
      const port = FIRST_PORT + 10 * parallelIndex
      const site = await startTestDevServer({ port: port + 4, cmsPort: port + 9, env })
      await use(site)
      await site.stop()
    },
    { scope: 'worker', timeout: 480_000 },
  ],
})

test.describe.configure({ mode: 'serial', timeout: 480_000 }) // ms; the tests share one server

/** ms; an update takes less than two seconds, and much longer when other tests use both cores. */
const UPDATE_TIMEOUT = { timeout: 120_000 }

test.afterEach(({ site }, { status, expectedStatus }) => {
  if (status !== expectedStatus) console.log(site.output())
})

test('a changed token is applied, and so is its old value', async ({ page, site }) => {
  await open(page, site, '/')
  for (const [from, to, background] of [
    ["bone: '#f5f1e8'", "bone: '#ffeedd'", 'rgb(255, 238, 221)'],
    ["bone: '#ffeedd'", "bone: '#f5f1e8'", 'rgb(245, 241, 232)'],
  ] as const) {
    await waitForReload(page, () => site.edit('src/theme/tokens.ts', from, to))
    await expect(page.locator('body')).toHaveCSS('background-color', background, UPDATE_TIMEOUT)
  }
})

test('a changed component is replaced without a reload, with its styles', async ({ page, site }) => {
  await open(page, site, '/')
  await page.evaluate(() => Object.assign(window, { isSamePage: true }))
  const file = 'src/pages/home/facts.tsx'
  await site.edit(file, '              {text}\n', '              {text} (confirmed)\n')
  await expect(page.getByText('Combined management experience (confirmed)')).toBeVisible(UPDATE_TIMEOUT)
  await site.edit(file, '              {text} (confirmed)\n', '              {text}\n')
  await expect(page.getByText('Combined management experience', { exact: true })).toBeVisible(UPDATE_TIMEOUT)
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)
})

test('all styles are updated when a module that they import changes', async ({ page, site }) => {
  await open(page, site, '/')
  const labels = [
    page.getByRole('contentinfo').getByRole('heading', { name: 'Explore' }),
    page.getByText('Watch Now', { exact: true }),
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Gallery' }),
  ]
  const readSpacing = (label: Locator) => label.evaluate((element) => getComputedStyle(element).letterSpacing)
  const before = await Promise.all(labels.map(readSpacing))
  const file = 'src/theme/typography.ts'
  await waitForReload(page, () => site.edit(file, 'letter-spacing: 0.08em', 'letter-spacing: 3px'))
  for (const label of labels) await expect(label).toHaveCSS('letter-spacing', '3px', UPDATE_TIMEOUT)
  await waitForReload(page, () => site.edit(file, 'letter-spacing: 3px', 'letter-spacing: 0.08em'))
  for (const [index, label] of labels.entries())
    await expect(label).toHaveCSS('letter-spacing', before[index] ?? '', UPDATE_TIMEOUT)
})

test('a changed source of the photo desk is shown', async ({ page, site }) => {
  await page.goto(`${site.url}/photo-desk`)
  await expect(page).toHaveURL(`${site.url}/photo-desk/`)
  await expect(page.getByText('Open it there')).toBeVisible(UPDATE_TIMEOUT)
  await site.edit('cms/photo-desk/main.tsx', 'Open it there', 'Start it there')
  await expect(page.getByText('Start it there')).toBeVisible(UPDATE_TIMEOUT)
})

test('shows a syntax error in the tokens until it is fixed', async ({ page, site }) => {
  await open(page, site, '/')
  await site.edit('src/theme/tokens.ts', "ink: '#12171a',", "ink: '#12171a")
  await expectError(page, 'Unterminated string', 'src/theme/tokens.ts')
  await waitForReload(page, () => site.edit('src/theme/tokens.ts', "ink: '#12171a", "ink: '#12171a',"))
  await expectNoError(page)
})

test('shows a type error until it is fixed', async ({ page, site }) => {
  await open(page, site, '/')
  const file = 'src/pages/home/facts.tsx'
  await site.edit(file, '              {text}\n', '              {text.first}\n')
  await expectError(page, "Property 'first' does not exist on type 'string'", `${file}:26:`)
  await site.edit(file, '              {text.first}\n', '              {text}\n')
  await expectNoError(page)
})

test('reports a component that throws', async ({ page, site }) => {
  const file = 'src/pages/home/facts.tsx'
  const reported = page.waitForEvent('console', {
    predicate: (message) => message.type() === 'error' && message.text().includes('no facts today'),
    ...UPDATE_TIMEOUT,
  })
  await open(page, site, '/')
  const text = await site.read(file)
  await site.edit(file, '              {text}\n', "              {(() => { throw new Error('no facts today') })()}\n")
  await reported
  await expect(page.getByRole('main').locator('pre')).toContainText('no facts today')
  await site.write(file, text)
  await open(page, site, '/')
})

test('a changed text of the seed is updated in the CMS and the page; an invalid one is shown as an error', async ({
  page,
  site,
}) => {
  await open(page, site, '/')
  const facts = 'cms/seed/entries/home.json'
  await site.edit(facts, 'Cross-country transmission lines', 'Lines from coast to coast')
  await expect(page.getByText('Lines from coast to coast')).toBeVisible(UPDATE_TIMEOUT)
  expect(await queryCms(page, site, '{ factCollection { items { text } } }')).toContain('Lines from coast to coast')

  await site.edit(facts, '"figure": "250+"', '"figure": "More than 250"')
  await expectError(page, 'fact-miles: figure has 13 characters; write 1 to 10', facts)
  await site.edit(facts, '"figure": "More than 250",', '"figure": "250+"')
  await expectError(page, "Expected ',' or '}' after property value in JSON", `${facts}:21:`)
  await page.reload()
  await expectError(page, "Expected ',' or '}' after property value in JSON", `${facts}:21:`)
  await site.edit(facts, '"figure": "250+"', '"figure": "250+",')
  await expectNoError(page)
})

test('a new field of the model is shown on the page', async ({ page, site }) => {
  await open(page, site, '/')
  await site.edit(
    'cms/model/fact.ts',
    '  fields: {',
    "  fields: {\n    source: optionalField(lineField({ help: 'Who counted.' })),",
  )
  const facts = 'cms/seed/entries/home.json'
  for (const [id, source] of [
    ['fact-miles', '"Counted by the surveyors"'],
    ['fact-diameters', 'null'],
    ['fact-experience', 'null'],
    ['fact-states', 'null'],
  ]) {
    await site.edit(facts, `"${id}": {`, `"${id}": {\n    "source": ${source},`)
  }
  await site.edit('src/pages/home/facts.tsx', '{ id, figure, unit, text }', '{ id, figure, source, unit, text }')
  await site.edit('src/pages/home/facts.tsx', '              {text}\n', '              {text} {source}\n')
  await expect(page.getByText('Counted by the surveyors')).toBeVisible(UPDATE_TIMEOUT)
  await expectNoError(page)
  expect(await queryCms(page, site, '{ factCollection { items { source } } }')).toContain('Counted by the surveyors')
  for (const file of ['cms/schema.graphql', 'src/content/generated/graphql.ts', 'src/content/bundled/home.json']) {
    await expect
      .poll(async () => (await site.read(file)).includes('source'), { ...UPDATE_TIMEOUT, message: file })
      .toBe(true)
  }
})

test('shows an error of the model until it is fixed', async ({ page, site }) => {
  await open(page, site, '/')
  await site.edit('cms/model/fact.ts', 'optionalField(lineField({ max: 15', 'optionally(lineField({ max: 15')
  await expectError(page, 'optionally is not defined', 'cms/model/fact.ts')
  await site.edit('cms/model/fact.ts', 'optionally(lineField({ max: 15', 'optionalField(lineField({ max: 15')
  await expectNoError(page)
})

test('shows an error for a model that the CMS rejects until it is fixed', async ({ page, site }) => {
  await open(page, site, '/')
  const [model, facts] = ['cms/model/fact.ts', 'cms/seed/entries/home.json']
  const schema = await site.read('cms/schema.graphql')
  await site.edit(facts, '"Counted by the surveyors"', 'null')
  await site.edit(model, 'source: optionalField(lineField({ help', 'source: optionalField(booleanField({ help')
  await site.edit(model, 'defineContentType, lineField,', 'booleanField, defineContentType, lineField,')
  await expectError(page, 'content type fact', 'its field "source" is a Symbol in the space and a Boolean in the model')
  expect(await site.read('cms/schema.graphql'), 'the schema matches the CMS').toBe(schema)
  await site.edit(model, 'source: optionalField(booleanField({ help', 'source: optionalField(lineField({ help')
  await site.edit(facts, '"source": null', '"source": "Counted by the surveyors"')
  await expectNoError(page)
  // The first of the two edits alone also removes the error.
  await expect
    .poll(() => queryCms(page, site, '{ factCollection { items { source } } }'), UPDATE_TIMEOUT)
    .toContain('Counted by the surveyors')
})

test('a new page with its own content can be opened', async ({ page, site }) => {
  await open(page, site, '/')
  await site.write(
    'src/routes/news.tsx',
    `import { createFileRoute } from '@tanstack/react-router'
import { NewsPage } from '#src/pages/news/news-page.tsx'
import { createPageRoute, usePageProps } from './-page-route.ts'

export const Route = createFileRoute('/news')({
  ...createPageRoute('news'),
  component: () => <NewsPage {...usePageProps('news', Route).content} />,
})
`,
  )
  await site.write(
    'src/content/news.graphql',
    'query News {\n  siteSettingsCollection(limit: 1) {\n    items {\n      companyName\n    }\n  }\n}\n',
  )
  await site.write(
    'src/content/news.ts',
    `import type { ContentDefinition } from './content-definition.ts'
import bundled from './bundled/news.json' with { type: 'json' }
import { NewsDocument, type NewsQuery } from './generated/graphql.ts'

const toNews = ({ siteSettingsCollection }: NewsQuery) => ({
  company: siteSettingsCollection?.items[0]?.companyName ?? '',
  seo: { title: 'News', description: 'News of the company.' },
  hero: { shareImage: { url: 'https://site.example/news.jpg', alt: '' } },
})

export const newsContent: ContentDefinition<NewsQuery, ReturnType<typeof toNews>> = {
  document: NewsDocument,
  fallback: bundled,
  map: toNews,
}
`,
  )
  await site.edit(
    'src/content/cms-content.ts',
    'import { servicesContent }',
    "import { newsContent } from './news.ts'\nimport { servicesContent }",
  )
  await site.edit(
    'src/content/cms-content.ts',
    '  contact: contactContent,',
    '  contact: contactContent,\n  news: newsContent,',
  )
  await site.write(
    'src/pages/news/news-page.tsx',
    `import { css } from 'linaria'
import { color } from '#src/theme/tokens.ts'

export const NewsPage = ({ company }: { readonly company: string }) => <h1 className={title}>News of {company}</h1>

const title = css\`
  color: \${color.clay};
\`
`,
  )
  await expectNoError(page)
  const title = page.getByRole('heading', { level: 1, name: 'News of Blackland Energy Services' })
  await visitNew(page, site, '/news', title)
  await expect(title).toHaveCSS('color', 'rgb(162, 78, 42)', UPDATE_TIMEOUT)
})

test('shows an invalid query with its line, also after a reload, until it is fixed', async ({ page, site }) => {
  await open(page, site, '/')
  const query = 'src/content/site.graphql'
  await site.edit(query, '...SiteSettings\n', '...SiteSettings\n      watchLabels\n')
  await expectError(page, 'query Site: Cannot query field "watchLabels" on type "SiteSettings"', `${query}:5:`)
  await page.reload()
  await expectError(page, 'query Site: Cannot query field "watchLabels" on type "SiteSettings"', `${query}:5:`)
  await site.edit(query, 'watchLabels\n', 'companyName {\n')
  await expectError(page, 'Syntax Error', query)
  await site.edit(query, '      companyName {\n', '')
  await expectNoError(page)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible(UPDATE_TIMEOUT)
})

test('starts the server again after a change of its code', async ({ page, site }) => {
  await site.edit(
    'server/contact/guest-session/captcha-verifier.ts',
    'localCaptchaScript = `',
    'localCaptchaScript = `// again\n',
  )
  await expect(async () => {
    expect(await (await page.request.get(`${site.url}/api/captcha.js`)).text()).toContain('// again')
  }).toPass(UPDATE_TIMEOUT)
})

test('the printed URLs open the CMS editor and the preview with drafts', async ({ page, site }) => {
  const [, editor = ''] = /CMS editor: (\S+)/.exec(site.output()) ?? []
  const [, preview = ''] = /Preview with drafts: (\S+)/.exec(site.output()) ?? []
  expect((await page.request.get(editor)).status()).toBe(200)
  const { client } = createSpaceClient(getLocalConnection(getCmsUrl(site), 'management'))
  const restore = await saveDraftField(client, 'home-page', 'watchLabel', 'Watch the draft')
  try {
    await page.goto(preview)
    await expect(page.getByRole('region', { name: 'Preview' })).toContainText(
      'Visitors see only what is published',
      UPDATE_TIMEOUT,
    )
    await expect(page.getByRole('button', { name: 'Watch the draft' })).toBeVisible(UPDATE_TIMEOUT)
    await expect(page.getByRole('region', { name: 'Preview' })).toContainText('1 not published', UPDATE_TIMEOUT)
    await page.getByRole('link', { name: 'Leave preview' }).click()
    await expect(page.getByRole('button', { name: 'Watch Now' })).toBeVisible(UPDATE_TIMEOUT)
    await expect(page.getByRole('region', { name: 'Preview' })).toHaveCount(0)
  } finally {
    await restore()
  }
})

test('a path in another capitalization opens its page, also in the preview', async ({ page, site }) => {
  await visit(page, site, '/Gallery/?from=Mail#content')
  await expect(page).toHaveURL(`${site.url}/gallery?from=Mail#content`, UPDATE_TIMEOUT)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Past Work and Projects', UPDATE_TIMEOUT)
  const [, preview = ''] = /Preview with drafts: (\S+)/.exec(site.output()) ?? []
  const url = new URL(preview)
  url.searchParams.set('path', '/GALLERY//')
  await page.goto(url.href)
  await expect(page.getByRole('region', { name: 'Preview' })).toBeVisible(UPDATE_TIMEOUT)
  await expect(page).toHaveURL(`${site.url}/gallery`, UPDATE_TIMEOUT)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Past Work and Projects', UPDATE_TIMEOUT)
})

/** Opens a page and waits for its connection to the development server: earlier changes are not sent to it. */
const open = (page: Page, site: TestDevServer, path: string) => waitForReload(page, () => visit(page, site, path))

/** Waits until a page is loaded and connected to the development server after an action. */
async function waitForReload(page: Page, act: () => Promise<void>): Promise<void> {
  const connected = page.waitForEvent('console', { predicate: isConnected, ...UPDATE_TIMEOUT })
  await act()
  await connected
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible(UPDATE_TIMEOUT)
}

/**
 * Opens a page. Retries when the development server reloads it during the navigation, after an earlier change: Chromium
 * then aborts the navigation, or drops it without an error.
 */
async function visit(page: Page, site: TestDevServer, path: string): Promise<void> {
  const options = { waitUntil: 'commit', timeout: 15_000 } as const
  await expect(() => page.goto(`${site.url}${path}`, options)).toPass(UPDATE_TIMEOUT)
}

/** Opens a page whose route was just added. Retries, because the path shows Home until Vite has read the route. */
async function visitNew(page: Page, site: TestDevServer, path: string, heading: Locator): Promise<void> {
  await expect(async () => {
    await visit(page, site, path)
    await expect(heading).toBeVisible()
  }).toPass(UPDATE_TIMEOUT)
}

const isConnected = (message: ConsoleMessage) => message.text() === '[vite] connected.'

/** Asserts that Vite's overlay contains these texts: the message, and the file or the content type. */
async function expectError(page: Page, ...texts: readonly string[]): Promise<void> {
  const overlay = page.locator('vite-error-overlay .window')
  for (const text of texts) await expect(overlay).toContainText(text, UPDATE_TIMEOUT)
}

const expectNoError = (page: Page) => expect(page.locator('vite-error-overlay')).toHaveCount(0, UPDATE_TIMEOUT)

const getCmsUrl = (site: TestDevServer) => /the local Contentful at (\S+)\./.exec(site.output())?.[1] ?? ''

/** Sends a query to the CMS and returns the response body. */
async function queryCms(page: Page, site: TestDevServer, query: string): Promise<string> {
  const response = await page.request.post(`${getCmsUrl(site)}/content/v1/spaces/local/environments/master`, {
    headers: { authorization: 'Bearer local-delivery' },
    data: { query },
  })
  return response.text()
}
