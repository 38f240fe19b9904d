import fastifyStatic from '@fastify/static'
import { test as base, expect, type FrameLocator, type Locator, type Page } from '@playwright/test'
import { fastify } from 'fastify'
import { removeFileNameMarks } from '#cms/pictures/file-name-marks.ts'
import { installPhotoDesk } from '#cms/sync/apps/install-photo-desk.ts'
import { getLocalConnection } from '#cms/sync/contentful/space-connections.ts'
import { createPhotoDeskHeaders } from '#server/http/security-policies.ts'
import { LOCALE } from '#shared/constants.ts'
import { PHOTO_DESK_PATH } from '#shared/photo-desk.ts'
import { createPictureSpace, type PictureSpace, readListedIds } from '#tests/setup/contentful/picture-space.ts'
import { createPhoto } from '#tests/setup/contentful/test-pictures.ts'
import { getBuiltPhotoDesk } from '#tests/setup/e2e/built-site.ts'
import { recordPolicyViolations } from '#tests/setup/e2e/policy-violations.ts'

export { expect }

interface Fixtures {
  /** A space of the test with three photographs, three logos, and the photo desk installed. */
  readonly space: PictureSpace
  /** The app in the frame of the editor. */
  readonly desk: FrameLocator
  /** Opens the app in the local editor. `path`: a path of the app, for example `/logos`. */
  readonly openDesk: (path?: string) => Promise<void>
  /** Expected errors of the browser's console; any other error fails the test. */
  readonly expectedProblems: RegExp
  readonly errorCheck: undefined
}

interface WorkerFixtures {
  /** The URL of a server with the built photo desk and its headers. */
  readonly deskSiteUrl: string
}

/** A browser test of the photo desk in the editor of the local Contentful. It fails on console errors and policy violations. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  deskSiteUrl: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern
    async ({}, use) => {
      const server = fastify({ forceCloseConnections: true })
      const headers = createPhotoDeskHeaders({ graphqlUrl: LOCAL_CONTENTFUL.graphqlUrl })
      server.addHook('onRequest', async (_, reply) => void reply.headers(headers))
      server.register(fastifyStatic, { root: await getBuiltPhotoDesk(), prefix: PHOTO_DESK_PATH })
      await use(await server.listen({ host: '127.0.0.1', port: 0 }))
      await server.close()
    },
    { scope: 'worker', timeout: 300_000 }, // builds the desk when it has changed
  ],
  space: async ({ page, deskSiteUrl }, use) => {
    await using space = await createPictureSpace()
    await installPhotoDesk({ connection: getLocalConnection(space.url, 'management'), siteUrl: deskSiteUrl })
    await use(space)
    await page.close() // the page may still load pictures
  },
  desk: ({ page }, use) => use(page.frameLocator('iframe')),
  openDesk: async ({ page, space, desk }, use) => {
    const { items } = await space.client.appInstallation.getMany({})
    const id = items[0]?.sys.appDefinition.sys.id
    await use(async (path = '') => {
      await page.goto(`${space.url}/app/spaces/local/environments/master/apps/${id}${path}`)
      await expect(desk.getByRole('heading', { name: 'Photo desk' })).toBeVisible()
    })
  },
  expectedProblems: [/(?!)/, { option: true }],
  errorCheck: [
    async ({ context, page, deskSiteUrl, expectedProblems }, use) => {
      const violations = await recordPolicyViolations(context)
      const requests: string[] = []
      page.on('request', (request) => {
        const isOfDesk = !request.isNavigationRequest() && request.frame().url().startsWith(deskSiteUrl)
        const url = request.url()
        if (isOfDesk && !url.startsWith(deskSiteUrl) && !isPicture(url)) requests.push(url)
      })
      const problems: string[] = []
      page.on('console', (message) => {
        if (message.type() === 'error') problems.push(`${message.text()} ${message.location().url}`)
      })
      page.on('pageerror', (error) => problems.push(error.message))
      await use(undefined)
      expect(requests, 'requests of the desk that do not go through the App SDK').toEqual([])
      expect(violations, 'violations of the Content-Security-Policy').toEqual([])
      expect(
        problems.filter((problem) => !expectedProblems.test(problem)),
        'unexpected browser errors',
      ).toEqual([])
    },
    { auto: true },
  ],
})

/** A file that an editor adds. */
export interface AddedFile {
  readonly name: string
  readonly buffer: Buffer
}

/** The control that selects files. */
export const getFileInput = (desk: FrameLocator) => desk.getByLabel('Files', { exact: true }).and(desk.locator('input'))

/** Adds files with the control that selects files. */
export const addFiles = (desk: FrameLocator, ...files: readonly AddedFile[]) =>
  getFileInput(desk).setInputFiles(files.map((file) => ({ mimeType: '', ...file })))

/** Creates photographs that differ, as files with these names. */
export const createPhotoFiles = (...names: readonly string[]): Promise<readonly AddedFile[]> =>
  Promise.all(names.map(async (name) => ({ name: `${name}.jpg`, buffer: await createPhoto(name) })))

/** Holds the requests whose URL matches, until the function that it returns is called. */
export async function holdRequests(page: Page, url: RegExp): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(url, async (route) => {
    await released
    await route.continue()
  })
  return release
}

export const openTab = (desk: FrameLocator, name: string) => desk.getByRole('tab', { name }).click()

export const clickButton = (desk: FrameLocator, name: string) => desk.getByRole('button', { name, exact: true }).click()

/** The row of a picture in a list of the desk, by its file name or another text. */
export const getRow = (desk: FrameLocator, text: string) => desk.getByRole('listitem').filter({ hasText: text })

/** The fields of alternative texts, in the order of the rows. */
export const getTexts = (desk: FrameLocator) => desk.getByRole('textbox', { name: 'Alternative text' })

/** Opens the table of texts, and waits for its rows. */
export async function openTexts(desk: FrameLocator): Promise<void> {
  await openTab(desk, 'Texts')
  await expect(desk.getByRole('table', { name: 'Texts of' })).toBeVisible()
}

export const expectSaved = (desk: FrameLocator) => expect(desk.getByText('All texts are saved')).toBeVisible()

export const expectStatus = (desk: FrameLocator, text: string | RegExp) =>
  expect(desk.getByRole('status').filter({ hasText: text })).toHaveCount(1, { timeout: 30_000 })

/** Presses a key until an element has the focus. Resolves with how often. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<number> {
  await expect(target).toBeVisible()
  for (let presses = 0; presses < 60; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement && document.hasFocus())) return presses
    await page.keyboard.press(key)
  }
  await expect(target).toBeFocused({ timeout: 1 })
  return 60
}

/** Waits for the summary of the uploads, for example `2 of 3 added`. */
export const expectSummary = (desk: FrameLocator, text: string) =>
  expect(desk.getByRole('status').filter({ hasText: text })).toBeVisible({ timeout: 45_000 })

/** Reads the alternative texts of all photographs of the gallery; `null` without one. */
export async function readTexts(space: PictureSpace) {
  const ids = await readListedIds(space)
  const entries = await Promise.all(ids.map((entryId) => space.client.entry.get({ entryId })))
  return entries.map(({ fields }) => fields.altText?.[LOCALE] ?? null)
}

/** Reads the files of assets, by the names that the desk shows. */
export async function readFiles({ client, url }: PictureSpace, assetIds: readonly string[]) {
  const files = assetIds.map(async (assetId) => {
    const { sys, fields } = await client.asset.get({ assetId })
    const file = fields.file[LOCALE]
    const response = await fetch(new URL(file?.url ?? '', url))
    const content = Buffer.from(await response.arrayBuffer())
    return [
      removeFileNameMarks(file?.fileName ?? ''),
      { content, isPublished: sys.publishedVersion !== undefined },
    ] as const
  })
  return new Map(await Promise.all(files))
}

/** Whether a URL is a picture of the space or of the page itself. */
const isPicture = (url: string) => /^(blob|data):/.test(url) || new URL(url).pathname.startsWith('/assets/')

/** Only its host is relevant for the headers. */
const LOCAL_CONTENTFUL = {
  graphqlUrl: 'http://127.0.0.1:4000/content/v1/spaces/local/environments/master',
  token: 'not-used',
}
