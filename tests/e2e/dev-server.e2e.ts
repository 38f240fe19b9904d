import { test as base, type ConsoleMessage, expect, type Locator, type Page } from '@playwright/test'
import { createSpaceClient } from '#cms/sync/contentful/space-client.ts'
import { getLocalManagementConnection } from '#cms/sync/contentful/space-connections.ts'
import { saveDraftField } from '#tests/setup/contentful/draft-field.ts'
import { startTestDevServer, type TestDevServer } from '#tests/setup/e2e/test-dev-server.ts'
import { OFFLINE_ENV } from '#tests/setup/e2e/test-site.ts'

/** Beside the ports of tests/setup/e2e/fixtures.ts. */
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

test.describe.configure({ mode: 'serial', timeout: 480_000 }) // ms; they share one server

/** ms; a change takes less than two seconds, and much longer where other tests use both cores. */
const FOLLOWS = { timeout: 120_000 }

test.afterEach(({ site }, { status, expectedStatus }) => {
  if (status !== expectedStatus) console.log(site.output())
})

test('a changed token shows without a reload, and so does the old one again', async ({ page, site }) => {
  await open(page, site, '/')
  await page.evaluate(() => Object.assign(window, { isSamePage: true }))
  for (const [from, to, background] of [
    ["bone: '#f5f1e8'", "bone: '#ffeedd'", 'rgb(255, 238, 221)'],
    ["bone: '#ffeedd'", "bone: '#f5f1e8'", 'rgb(245, 241, 232)'],
  ] as const) {
    await site.edit('src/theme/tokens.ts', from, to)
    await expect(page.locator('body')).toHaveCSS('background-color', background, FOLLOWS)
  }
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)
})

test('a style follows a token that it uses through another module', async ({ page, site }) => {
  await open(page, site, '/')
  const label = page.getByRole('contentinfo').getByRole('heading', { name: 'Explore' })
  const before = await label.evaluate((element) => getComputedStyle(element).letterSpacing)
  await site.edit('src/theme/typography.ts', 'letter-spacing: 0.08em', 'letter-spacing: 3px')
  await expect(label).toHaveCSS('letter-spacing', '3px', FOLLOWS)
  await site.edit('src/theme/typography.ts', 'letter-spacing: 3px', 'letter-spacing: 0.08em')
  await expect(label).toHaveCSS('letter-spacing', before, FOLLOWS)
})

test('a syntax error in the tokens is shown with its line, also on a page that is loaded then, until it is corrected', async ({
  page,
  site,
}) => {
  await open(page, site, '/')
  await site.edit('src/theme/tokens.ts', "ink: '#12171a',", "ink: '#12171a")
  await expectError(page, 'Unterminated string', 'src/theme/tokens.ts:3:')
  await page.reload()
  await expectError(page, 'Unterminated string', 'src/theme/tokens.ts:3:')
  await site.edit('src/theme/tokens.ts', "ink: '#12171a", "ink: '#12171a',")
  await expectNoError(page)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible(FOLLOWS)
})

test('a changed word of the seed reaches the CMS and the page; one that does not fit is an error with its line', async ({
  page,
  site,
}) => {
  await open(page, site, '/')
  const facts = 'cms/seed/entries/fact.json'
  await site.edit(facts, 'Cross-country transmission lines', 'Lines from coast to coast')
  await expect(page.getByText('Lines from coast to coast')).toBeVisible(FOLLOWS)
  expect(await inCms(page, site, '{ factCollection { items { text } } }')).toContain('Lines from coast to coast')

  await site.edit(facts, '"figure": "250+"', '"figure": "More than 250"')
  await expectError(page, 'fact-miles: figure has 13 characters; write 1 to 10', `${facts}:3:`)
  await site.edit(facts, '"figure": "More than 250",', '"figure": "250+"')
  await expectError(page, "Expected ',' or '}' after property value in JSON", `${facts}:4:`)
  await page.reload()
  await expectError(page, "Expected ',' or '}' after property value in JSON", `${facts}:4:`)
  await site.edit(facts, '"figure": "250+"', '"figure": "250+",')
  await expectNoError(page)
})

test('a change while a page loads shows on it', async ({ page, site }) => {
  const file = 'src/pages/home/facts.tsx'
  await page.route(
    `**/${file}`,
    async (route) => {
      const response = await route.fetch()
      await site.edit(file, '              {text}\n', '              {text} (confirmed)\n')
      await expect
        .poll(async () => (await page.request.get(`${site.url}/${file}`)).text(), FOLLOWS)
        .toContain('(confirmed)')
      await route.fulfill({ response })
    },
    { times: 1 },
  )
  await visit(page, site, '/')
  await expect(page.getByText('Combined management experience (confirmed)')).toBeVisible(FOLLOWS)
  await site.edit(file, '              {text} (confirmed)\n', '              {text}\n')
  await expect(page.getByText('Combined management experience', { exact: true })).toBeVisible(FOLLOWS)
})

test('a page that failed to load is loaded again after a change', async ({ page, site }) => {
  const main = '/src/main.tsx'
  await page.route(`**${main}*`, (route) => route.fulfill({ contentType: 'text/javascript', body: '' }), { times: 1 })
  const connected = page.waitForEvent('console', { predicate: isConnected, ...FOLLOWS })
  await visit(page, site, '/')
  await connected
  await expect(page.locator('#root')).toBeEmpty()
  const file = 'src/pages/home/facts.tsx'
  await site.write(file, `${await site.read(file)}\n`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible(FOLLOWS)
})

test('a new field comes from the model to the page', async ({ page, site }) => {
  await open(page, site, '/')
  await site.edit(
    'cms/model/fact.ts',
    '  fields: {',
    "  fields: {\n    source: optionalField(lineField({ help: 'Who counted.' })),",
  )
  const facts = 'cms/seed/entries/fact.json'
  for (const [id, source] of [
    ['fact-miles', '"Counted by the surveyors"'],
    ['fact-diameters', 'null'],
    ['fact-experience', 'null'],
    ['fact-states', 'null'],
  ]) {
    await site.edit(facts, `"${id}": {`, `"${id}": {\n    "source": ${source},`)
  }
  await site.edit('src/content/home.graphql', 'figure\n', 'figure\n          source\n')
  await site.edit('src/content/home.ts', 'figure: textSchema,', 'figure: textSchema, source: z.nullish(textSchema),')
  await site.edit('src/pages/home/facts.tsx', '{ id, figure, unit, text }', '{ id, figure, source, unit, text }')
  await site.edit('src/pages/home/facts.tsx', '              {text}\n', '              {text} {source}\n')
  await expect(page.getByText('Counted by the surveyors')).toBeVisible(FOLLOWS)
  await expectNoError(page)
  expect(await inCms(page, site, '{ factCollection { items { source } } }')).toContain('Counted by the surveyors')
  for (const file of ['cms/schema.graphql', 'src/content/generated/graphql.ts', 'src/content/bundled/home.json']) {
    await expect.poll(async () => (await site.read(file)).includes('source'), { ...FOLLOWS, message: file }).toBe(true)
  }
})

test('an error of the model is shown with its line until it is corrected', async ({ page, site }) => {
  await open(page, site, '/')
  await site.edit('cms/model/fact.ts', 'optionalField(lineField({ max: 15', 'optionally(lineField({ max: 15')
  await expectError(page, 'optionally is not defined', 'cms/model/fact.ts:')
  await site.edit('cms/model/fact.ts', 'optionally(lineField({ max: 15', 'optionalField(lineField({ max: 15')
  await expectNoError(page)
})

test('a model that the CMS does not accept is an error until it is corrected', async ({ page, site }) => {
  await open(page, site, '/')
  const [model, facts] = ['cms/model/fact.ts', 'cms/seed/entries/fact.json']
  const schema = await site.read('cms/schema.graphql')
  await site.edit(facts, '"Counted by the surveyors"', 'null')
  await site.edit(model, 'source: optionalField(lineField({ help', 'source: optionalField(booleanField({ help')
  await site.edit(model, 'defineContentType, lineField,', 'booleanField, defineContentType, lineField,')
  await expectError(page, 'its field "source" is a Symbol in the space and a Boolean in the model', `${model}:`)
  expect(await site.read('cms/schema.graphql'), 'pages ask for what the CMS has').toBe(schema)
  await site.edit(model, 'source: optionalField(booleanField({ help', 'source: optionalField(lineField({ help')
  await site.edit(facts, '"source": null', '"source": "Counted by the surveyors"')
  await expectNoError(page)
  expect(await inCms(page, site, '{ factCollection { items { source } } }')).toContain('Counted by the surveyors')
})

test('a new page with content of its own can be visited', async ({ page, site }) => {
  await open(page, site, '/')
  await site.write(
    'src/routes/news.tsx',
    `import { createFileRoute } from '@tanstack/react-router'
import { useContent } from '#src/content/content-query.ts'
import { newsQueryOptions } from '#src/content/news.ts'
import { NewsPage } from '#src/pages/news/news-page.tsx'

export const Route = createFileRoute('/news')({
  loader: ({ context }) => context.queryClient.ensureQueryData(newsQueryOptions()),
  component: () => <NewsPage {...useContent(newsQueryOptions(), Route.useLoaderData())} />,
})
`,
  )
  await expectError(page, 'news', 'src/routes/news.tsx')
  await site.write(
    'src/content/news.graphql',
    'query News {\n  siteSettingsCollection(limit: 1) {\n    items {\n      companyName\n    }\n  }\n}\n',
  )
  await site.write(
    'src/content/news.ts',
    `import { contentQueryOptions } from './content-query.ts'
import { NewsDocument, type NewsQuery } from './generated/graphql.ts'

export const newsQueryOptions = () =>
  contentQueryOptions({
    page: 'news',
    document: NewsDocument,
    loadFallback: async () => (await import('./bundled/news.json')).default,
    map: ({ siteSettingsCollection }: NewsQuery) => ({ company: siteSettingsCollection?.items[0]?.companyName ?? '' }),
  })
`,
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
  await expect(title).toHaveCSS('color', 'rgb(162, 78, 42)', FOLLOWS)
})

test('a broken query is shown with its line, also on a page that is loaded then, until it is corrected', async ({
  page,
  site,
}) => {
  await open(page, site, '/')
  const query = 'src/content/home.graphql'
  await site.edit(query, 'watchLabel\n', 'watchLabels\n')
  await expectError(page, 'query Home: Cannot query field "watchLabels" on type "HomePage"', `${query}:13:`)
  await page.reload()
  await expectError(page, 'query Home: Cannot query field "watchLabels" on type "HomePage"', `${query}:13:`)
  await site.edit(query, 'watchLabels\n', 'watchLabel {\n')
  await expectError(page, 'Syntax Error', query)
  await site.edit(query, 'watchLabel {\n', 'watchLabel\n')
  await expectNoError(page)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible(FOLLOWS)
})

test('a route that cannot be read is shown with its line until it is corrected', async ({ page, site }) => {
  await open(page, site, '/')
  await site.write(
    'src/routes/jobs.tsx',
    "import { createFileRoute } from '@tanstack/react-router'\n\nexport const Route = createFileRoute('/jobs')({\n",
  )
  await expectError(page, 'Unexpected token', 'src/routes/jobs.tsx:4:')
  await site.write(
    'src/routes/jobs.tsx',
    "import { createFileRoute } from '@tanstack/react-router'\n\nexport const Route = createFileRoute('/jobs')({ component: () => <h1>Jobs</h1> })\n",
  )
  await expectNoError(page)
  await visitNew(page, site, '/jobs', page.getByRole('heading', { name: 'Jobs' }))
})

test('the printed addresses lead to the CMS editor and to drafts', async ({ page, site }) => {
  const [, editor = ''] = /CMS editor: (\S+)/.exec(site.output()) ?? []
  const [, drafts = ''] = /Preview with drafts: (\S+)/.exec(site.output()) ?? []
  expect((await page.request.get(editor)).status()).toBe(200)
  const { client } = createSpaceClient(getLocalManagementConnection(cmsOf(site)))
  const restore = await saveDraftField(client, 'home-page', 'watchLabel', 'Watch the draft')
  try {
    await page.goto(drafts)
    await expect(page.getByRole('region', { name: 'Preview' })).toContainText(
      'Visitors see only what is published',
      FOLLOWS,
    )
    await expect(page.getByRole('button', { name: 'Watch the draft' })).toBeVisible(FOLLOWS)
    await expect(page.getByRole('region', { name: 'Preview' })).toContainText('1 not published', FOLLOWS)
    await page.getByRole('link', { name: 'Leave preview' }).click()
    await expect(page.getByRole('button', { name: 'Watch Now' })).toBeVisible(FOLLOWS)
    await expect(page.getByRole('region', { name: 'Preview' })).toHaveCount(0)
  } finally {
    await restore()
  }
})

/** A change that comes before the connection to the development server is not told to the page. */
async function open(page: Page, site: TestDevServer, path: string): Promise<void> {
  const connected = page.waitForEvent('console', { predicate: isConnected, ...FOLLOWS })
  await visit(page, site, path)
  await connected
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible(FOLLOWS)
}

/** Opens a page. Tries again when the development server reloads it during the navigation, after an earlier change. */
async function visit(page: Page, site: TestDevServer, path: string): Promise<void> {
  await expect(() => page.goto(`${site.url}${path}`, { waitUntil: 'commit' })).toPass(FOLLOWS)
}

/** Opens a page whose route was just added. Tries again, because a page that is opened before Vite has read the route is Home. */
async function visitNew(page: Page, site: TestDevServer, path: string, heading: Locator): Promise<void> {
  await expect(async () => {
    await visit(page, site, path)
    await expect(heading).toBeVisible()
  }).toPass(FOLLOWS)
}

const isConnected = (message: ConsoleMessage) => message.text() === '[vite] connected.'

/** Vite's overlay with this message, and this file and line. */
async function expectError(page: Page, message: string, place: string): Promise<void> {
  const overlay = page.locator('vite-error-overlay')
  await expect(overlay.locator('.message-body')).toContainText(message, FOLLOWS)
  await expect(overlay.locator('.file')).toContainText(place, FOLLOWS)
}

const expectNoError = (page: Page) => expect(page.locator('vite-error-overlay')).toHaveCount(0, FOLLOWS)

const cmsOf = (site: TestDevServer) => /the local Contentful at (\S+)\./.exec(site.output())?.[1] ?? ''

/** What the CMS answers, as text. */
async function inCms(page: Page, site: TestDevServer, query: string): Promise<string> {
  const answer = await page.request.post(`${cmsOf(site)}/content/v1/spaces/local/environments/master`, {
    headers: { authorization: 'Bearer local-delivery' },
    data: { query },
  })
  return answer.text()
}
