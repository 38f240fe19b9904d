import type { FrameLocator, Page } from '@playwright/test'
import { createSpaceClient } from '#cms/sync/contentful/space-client.ts'
import { getLocalConnection } from '#cms/sync/contentful/space-connections.ts'
import type { BenchSite } from '#scripts/bench/bench-site.ts'
import { SITE_PATHS } from '#shared/site-paths.gen.ts'

/** px; the sizes of requirements §9: desktop, the ends of three ranges, and a phone. */
const WIDTHS = [1_440, 991, 767, 479, 390]
const HEIGHT = 900

/** Something to look at: a page, an open dialog, a view of the photo desk. */
interface Look {
  readonly name: string
  /** The whole page instead of the window. */
  readonly isFullPage?: boolean
  readonly maxWidth?: number
  readonly open: (page: Page, site: LookSite) => Promise<void>
}

interface LookSite extends Pick<BenchSite, 'url'> {
  /** The photo desk in the editor of the local Contentful. */
  readonly deskUrl: string
}

const PAGES = SITE_PATHS.map(
  (path): Look => ({
    name: path === '/' ? 'home' : path.slice(1),
    isFullPage: true,
    open: (page, { url }) => openPage(page, url + path),
  }),
)

const DIALOGS: readonly Look[] = [
  {
    name: 'video dialog',
    open: async (page, { url }) => {
      await openPage(page, url)
      await page.locator('button[aria-haspopup="dialog"]').first().click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'photo dialog',
    open: async (page, { url }) => {
      await openPage(page, `${url}/gallery`)
      await page.locator('a[aria-haspopup="dialog"]').nth(2).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'menu',
    maxWidth: 767,
    open: async (page, { url }) => {
      await openPage(page, url)
      await page.getByRole('button', { name: 'Open menu' }).click()
    },
  },
]

const DESK_VIEWS = ['photographs', 'logos'].flatMap((type) =>
  ['Add', 'Texts', 'Order', 'Publish'].map(
    (view): Look => ({
      name: `desk ${type} ${view.toLowerCase()}`,
      open: async (page, { deskUrl }) =>
        void (await openDesk(page, type === 'logos' ? `${deskUrl}/logos` : deskUrl, view)),
    }),
  ),
)

const DESK_DIALOGS: readonly Look[] = [
  {
    name: 'desk selection',
    open: async (page, { deskUrl }) => {
      const desk = await openDesk(page, deskUrl, 'Order')
      await desk.getByRole('button', { name: /^2:/ }).click()
      await page.mouse.move(0, 0)
    },
  },
  {
    name: 'desk actions',
    open: async (page, { deskUrl }) => {
      const desk = await openDesk(page, deskUrl, 'Publish')
      await desk.getByRole('button', { name: 'Actions for' }).first().click()
    },
  },
  {
    name: 'desk picture dialog',
    open: async (page, { deskUrl }) => {
      const desk = await openDesk(page, deskUrl, 'Publish')
      await desk.getByRole('button', { name: 'Actions for' }).first().click()
      await desk.getByRole('menuitem', { name: 'Edit texts and picture …' }).click()
      await desk.getByRole('dialog').waitFor()
    },
  },
  ...['Schedule', 'Take down'].map(
    (action): Look => ({
      name: `desk ${action.toLowerCase()} dialog`,
      open: async (page, { deskUrl }) => {
        const desk = await openDesk(page, deskUrl, 'Publish')
        await desk
          .getByRole('checkbox', { name: /^Select “/ })
          .first()
          .press('Space')
        await desk.getByRole('button', { name: `${action} …` }).click()
        await desk.getByRole('dialog').waitFor()
      },
    }),
  ),
]

export const LOOKS: readonly Look[] = [...PAGES, ...DIALOGS, ...DESK_VIEWS, ...DESK_DIALOGS]

/** Opens a look once, and takes a screenshot of it at each width. `write` receives the width and a PNG. */
export async function captureLook(
  page: Page,
  site: LookSite,
  look: Look,
  write: (width: number, picture: Buffer) => Promise<void>,
): Promise<void> {
  const widths = WIDTHS.filter((width) => width <= (look.maxWidth ?? width))
  await page.setViewportSize({ width: widths[0] ?? HEIGHT, height: HEIGHT })
  await look.open(page, site)
  for (const width of widths) {
    await page.setViewportSize({ width, height: HEIGHT })
    await prepareFrames(page)
    await write(width, await takeStillPicture(page, look.isFullPage ?? false))
  }
}

/** Screenshots of a page that moves, at most. */
const MAX_SCREENSHOTS = 10

/** Takes screenshots until two are equal: a dialog that opens is half transparent at first. */
async function takeStillPicture(page: Page, fullPage: boolean): Promise<Buffer> {
  const mask = [page.locator('iframe[src*="vimeo"]')] // the player of the film is on another site
  const take = () => page.screenshot({ animations: 'disabled', fullPage, mask })
  let picture = await take()
  for (let count = 1; count < MAX_SCREENSHOTS; count += 1) {
    const next = await take()
    if (next.equals(picture)) break
    picture = next
  }
  return picture
}

/** Returns the address of the photo desk in the editor. */
export async function findDeskUrl(cmsUrl: string): Promise<string> {
  const { client } = createSpaceClient(getLocalConnection(cmsUrl, 'management'))
  const [installation] = (await client.appInstallation.getMany({})).items
  return `${cmsUrl}/app/spaces/local/environments/master/apps/${installation?.sys.appDefinition.sys.id}`
}

async function openPage(page: Page, url: string): Promise<void> {
  await page.goto(url)
  await waitForRequests(page)
}

/** Opens a view of the photo desk, with the pictures that are finished. */
async function openDesk(page: Page, url: string, view: string): Promise<FrameLocator> {
  await page.goto(url)
  const desk = page.frameLocator('iframe')
  await desk.getByRole('tab', { name: new RegExp(`^${view}`) }).click()
  await desk.getByText('Loading …').waitFor({ state: 'hidden' })
  if (view === 'Texts') await desk.getByRole('button', { name: /^All \(/ }).click()
  if (view === 'Publish') await desk.getByRole('button', { name: /^Published \(/ }).click()
  await waitForRequests(page)
  return desk
}

/** ms; a page that never rests, as with a player of films or a picture that does not arrive, is looked at as it is. */
const REST_TIMEOUT_MS = 5_000

const waitForRequests = (page: Page) =>
  page.waitForLoadState('networkidle', { timeout: REST_TIMEOUT_MS }).catch(() => {})

/** Waits until fonts and images of all frames are loaded, also those that a new width of the window needs. */
async function prepareFrames(page: Page): Promise<void> {
  for (const frame of page.frames()) await frame.evaluate(prepareFrame, REST_TIMEOUT_MS).catch(() => {}) // of another site
}

/**
 * Runs in the browser: loads pictures and fonts, and replaces the times at which the seed was published, which differ in
 * each run. Resolves after `timeout` ms at the latest.
 */
async function prepareFrame(timeout: number): Promise<void> {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const { currentNode: node } = texts
    node.nodeValue = node.nodeValue?.replace(/\d{1,2} \w{3}, \d{2}:\d{2}/, '1 Jan, 12:00') ?? null
  }
  const waitForFrames = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  const decode = () => Promise.all([...document.images].map((image) => image.decode().catch(() => {})))
  for (const image of document.images) image.loading = 'eager'
  const loaded = waitForFrames()
    .then(() => document.fonts.ready)
    .then(decode)
    .then(waitForFrames)
  await Promise.race([loaded, new Promise((resolve) => setTimeout(resolve, timeout))])
}
