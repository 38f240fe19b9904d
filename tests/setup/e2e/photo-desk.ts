import fastifyStatic from '@fastify/static'
import { test as base, expect, type FrameLocator, type Page } from '@playwright/test'
import { fastify } from 'fastify'
import { installPhotoDesk } from '#cms/sync/apps/install-photo-desk.ts'
import { getLocalConnection } from '#cms/sync/contentful/space-connections.ts'
import { createPhotoDeskHeaders } from '#server/rendering/photo-desk-headers.ts'
import { PHOTO_DESK_PATH } from '#shared/photo-desk.ts'
import { createPictureSpace, type PictureSpace } from '#tests/contract/picture-space.ts'
import { getBuiltPhotoDesk } from './built-photo-desk.ts'
import { recordPolicyViolations } from './policy-violations.ts'

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

/** The row of a picture in a list of the desk, by its file name or another text. */
export const getRow = (desk: FrameLocator, text: string) => desk.getByRole('listitem').filter({ hasText: text })

/** The control that selects files. */
export const getFileInput = (desk: FrameLocator) => desk.getByLabel('Files', { exact: true }).and(desk.locator('input'))

/** Holds the uploads of files from a page, until the returned function is called. */
export async function holdUploads(page: Page): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(/\/uploads(\?|$)/, async (route) => {
    await released
    await route.continue()
  })
  return release
}

/** Waits for the summary of the uploads, for example `2 of 3 added`. */
export const expectSummary = (desk: FrameLocator, text: string) =>
  expect(desk.getByRole('status').filter({ hasText: text })).toBeVisible({ timeout: 45_000 })

/** Whether a URL is a picture of the space or of the page itself. */
const isPicture = (url: string) => /^(blob|data):/.test(url) || new URL(url).pathname.startsWith('/assets/')

/** Only its host is relevant for the headers. */
const LOCAL_CONTENTFUL = {
  graphqlUrl: 'http://127.0.0.1:4000/content/v1/spaces/local/environments/master',
  token: 'not-used',
}
