import type { Page } from '@playwright/test'
import { LOCAL_ENVIRONMENT_ID, LOCAL_SPACE_ID, LOCAL_TOKENS } from 'contentful-local/constants'
import { startTestDevServer, type TestDevServer } from '#tests/setup/e2e/test-dev-server.ts'
import { OFFLINE_ENV } from '#tests/setup/e2e/test-site.ts'
import { launchChromium, median } from './bench-helpers.ts'

const RUNS = 3
const PORT = 3310
const CMS_PORT = 3311

interface Change {
  readonly edit: (site: TestDevServer, run: number) => Promise<void>
  /** Waits until the change is visible. The home page is open. */
  readonly waitForChange: (site: TestDevServer, page: Page, run: number) => Promise<unknown>
}

const FACTS = 'cms/seed/entries/home.json'
const MODEL = 'cms/model/fact.ts'
const QUERY = 'src/content/site.graphql'

const CHANGES: Readonly<Record<string, Change>> = {
  'a token': {
    edit: (site, run) =>
      site.edit('src/theme/tokens.ts', `bone: '${createToken(run - 1)}'`, `bone: '${createToken(run)}'`),
    waitForChange: (_, page, run) =>
      page.waitForFunction(
        (color) => getComputedStyle(document.body).backgroundColor === color,
        toRgb(createToken(run)),
      ),
  },
  'a text of the seed': {
    edit: (site, run) => site.edit(FACTS, createText(run - 1), createText(run)),
    waitForChange: (_, page, run) => page.getByText(createText(run)).waitFor(),
  },
  'a field of the model, in the CMS and the schema': {
    edit: (site, run) =>
      site.edit(MODEL, '  fields: {', `  fields: {\n    source${run}: optionalField(lineField({ help: 'New.' })),`),
    waitForChange: async (site, _, run) => {
      await waitUntil(async () => /"data":\s*{/.test(await queryCms(`{ factCollection { items { source${run} } } }`)))
      await waitUntil(async () => (await site.read('cms/schema.graphql')).includes(`source${run}: String`))
    },
  },
  'a query': {
    edit: (site, run) => site.edit(QUERY, createQuery(run - 1), createQuery(run)),
    waitForChange: (_, page) => page.waitForResponse('**/content/site.json'),
  },
  'a new page': {
    edit: (site, run) => site.write(`src/routes/jobs${run}.tsx`, createRoute(run)),
    waitForChange: async (site, page, run) => {
      const title = page.getByRole('heading', { name: `Jobs ${run}` })
      await waitUntil(async () => {
        await page.goto(`${site.url}/jobs${run}`)
        await page.getByRole('heading', { level: 1 }).first().waitFor()
        return title.isVisible()
      })
    },
  },
}

/** Measures how long each kind of change takes under `npm run dev` until it is visible. Returns medians in ms. */
export async function measureDevUpdates(): Promise<Readonly<Record<string, number>>> {
  const site = await startTestDevServer({ port: PORT, cmsPort: CMS_PORT, env: OFFLINE_ENV, hasAllPhotos: true })
  const browser = await launchChromium()
  try {
    const page = await browser.newPage()
    const medians: [string, number][] = []
    for (const [name, change] of Object.entries(CHANGES)) {
      const times: number[] = []
      for (let run = 1; run <= RUNS; run += 1) {
        await openHome(site, page)
        const started = performance.now()
        await change.edit(site, run)
        await change.waitForChange(site, page, run)
        times.push(performance.now() - started)
      }
      medians.push([name, median(times)])
    }
    return Object.fromEntries(medians)
  } finally {
    await browser.close()
    await site.stop()
  }
}

/** Opens the home page and waits until it is connected to the development server, which then sends it the changes. */
async function openHome(site: TestDevServer, page: Page): Promise<void> {
  const connected = page.waitForEvent('console', (message) => message.text() === '[vite] connected.')
  await page.goto(site.url)
  await connected
  await page.waitForLoadState('networkidle')
}

const createToken = (run: number) => (run === 0 ? '#f5f1e8' : `#ffee0${run}`)

const toRgb = (hex: string) =>
  `rgb(${[1, 3, 5].map((index) => Number.parseInt(hex.slice(index, index + 2), 16)).join(', ')})`

const createText = (run: number) =>
  run === 0 ? 'Cross-country transmission lines' : `Lines from coast to coast, ${run} of ${RUNS}`

/** The first lines of the site's query. Each run adds a field with another alias. */
const createQuery = (run: number) => (run === 0 ? '    items {\n' : `    items {\n      copyright${run}: copyright\n`)

const createRoute = (run: number) => `import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/jobs${run}')({ component: () => <h1>Jobs ${run}</h1> })
`

async function waitUntil(isDone: () => Promise<boolean>): Promise<void> {
  while (!(await isDone())) await new Promise((resolve) => setTimeout(resolve, 20))
}

async function queryCms(query: string): Promise<string> {
  const response = await fetch(
    `http://127.0.0.1:${CMS_PORT}/content/v1/spaces/${LOCAL_SPACE_ID}/environments/${LOCAL_ENVIRONMENT_ID}`,
    {
      method: 'POST',
      headers: { authorization: `Bearer ${LOCAL_TOKENS.delivery}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query }),
    },
  )
  return response.text()
}
