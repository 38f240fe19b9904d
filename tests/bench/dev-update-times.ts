import type { Page } from '@playwright/test'
import { LOCAL_ENVIRONMENT_ID, LOCAL_SPACE_ID, LOCAL_TOKENS } from '#shared/local-contentful.ts'
import { startTestDevServer, type TestDevServer } from '#tests/setup/e2e/test-dev-server.ts'
import { OFFLINE_ENV } from '#tests/setup/e2e/test-site.ts'
import { launchChromium } from './launch-chromium.ts'
import { median } from './median.ts'

const RUNS = 3
const PORT = 3310
const CMS_PORT = 3311

interface Change {
  readonly edit: (site: TestDevServer, run: number) => Promise<void>
  /** Waits until the change is visible. The page shows the home page. */
  readonly seen: (site: TestDevServer, page: Page, run: number) => Promise<unknown>
}

const FACTS = 'cms/seed/entries/fact.json'
const MODEL = 'cms/model/fact.ts'
const QUERY = 'src/content/home.graphql'

const CHANGES: Readonly<Record<string, Change>> = {
  'a token': {
    edit: (site, run) => site.edit('src/theme/tokens.ts', `bone: '${tokenOf(run - 1)}'`, `bone: '${tokenOf(run)}'`),
    seen: (_, page, run) =>
      page.waitForFunction((color) => getComputedStyle(document.body).backgroundColor === color, rgbOf(tokenOf(run))),
  },
  'a text of the seed': {
    edit: (site, run) => site.edit(FACTS, textOf(run - 1), textOf(run)),
    seen: (_, page, run) => page.getByText(textOf(run)).waitFor(),
  },
  'a field of the model, in the CMS and the schema': {
    edit: (site, run) =>
      site.edit(MODEL, '  fields: {', `  fields: {\n    source${run}: optional(line({ help: 'New.' })),`),
    seen: async (site, _, run) => {
      await until(async () => /"data":\s*{/.test(await inCms(`{ factCollection { items { source${run} } } }`)))
      await until(async () => (await site.read('cms/schema.graphql')).includes(`source${run}: String`))
    },
  },
  'a query': {
    edit: (site, run) => site.edit(QUERY, queryOf(run - 1), queryOf(run)),
    seen: (_, page, run) => page.getByRole('button', { name: run % 2 === 0 ? 'Watch Now' : FILM }).waitFor(),
  },
  'a new page': {
    edit: (site, run) => site.write(`src/routes/jobs${run}.tsx`, route(run)),
    seen: async (site, page, run) => {
      const title = page.getByRole('heading', { name: `Jobs ${run}` })
      await until(async () => {
        await page.goto(`${site.url}/jobs${run}`)
        await page.getByRole('heading', { level: 1 }).first().waitFor()
        return title.isVisible()
      })
    },
  },
}

/** How long each kind of change takes under `npm run dev` until it is visible: milliseconds at the median. */
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
        await change.seen(site, page, run)
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

/** Opens the home page and waits until it is connected to the development server, which sends it the changes from then on. */
async function openHome(site: TestDevServer, page: Page): Promise<void> {
  const connected = page.waitForEvent('console', (message) => message.text() === '[vite] connected.')
  await page.goto(site.url)
  await connected
  await page.waitForLoadState('networkidle')
}

const tokenOf = (run: number) => (run === 0 ? '#f5f1e8' : `#ffee0${run}`)

const rgbOf = (hex: string) => `rgb(${[1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)).join(', ')})`

const textOf = (run: number) =>
  run === 0 ? 'Cross-country transmission lines' : `Lines from coast to coast, ${run} of ${RUNS}`

/** The title of the film, which one of the two queries names where the other has the label of its button. */
const FILM = 'Company film'
const queryOf = (run: number) => (run % 2 === 0 ? '      watchLabel\n' : '      watchLabel: filmTitle\n')

const route = (run: number) => `import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/jobs${run}')({ component: () => <h1>Jobs ${run}</h1> })
`

async function until(isDone: () => Promise<boolean>): Promise<void> {
  while (!(await isDone())) await new Promise((later) => setTimeout(later, 20))
}

async function inCms(query: string): Promise<string> {
  const answer = await fetch(
    `http://127.0.0.1:${CMS_PORT}/content/v1/spaces/${LOCAL_SPACE_ID}/environments/${LOCAL_ENVIRONMENT_ID}`,
    {
      method: 'POST',
      headers: { authorization: `Bearer ${LOCAL_TOKENS.delivery}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query }),
    },
  )
  return answer.text()
}
