import { test as base, expect, type Page } from '@playwright/test'
import { createClient } from 'contentful'
import { LOCAL_TOKENS } from 'contentful-local/constants'
import type { TestSpace } from '#local-tests/start-space.ts'
import { createPicture } from '#local-tests/test-contentful.ts'
import { startSiteSpace } from '#tests/setup/contentful/start-site-space.ts'

export { expect }

/** A browser test of the editor of the local Contentful. Each has its own seeded space. `open` opens a path of its editor. */
export const test = base.extend<{ readonly space: TestSpace; readonly open: (path: string) => Promise<void> }>({
  space: async ({ page }, use) => {
    await using space = await startSiteSpace('home')
    await use(space)
    await page.close() // the page may still load pictures
  },
  open: async ({ page, space }, use) => {
    const thumbnail = await createPicture() // resizing large pictures takes longer than most tests
    await page.route(SEEDED_THUMBNAIL, (route) => route.fulfill({ contentType: 'image/jpeg', body: thumbnail }))
    await use(async (path) => {
      await page.goto(`${space.url}/app/spaces/local/environments/master/${path}`)
    })
  },
})

/** Ids of seeded assets contain a hyphen, those of new ones do not. */
const SEEDED_THUMBNAIL = /\/assets\/local\/[^/]*-[^/]*\/.*\?w=/

export const getField = (page: Page, name: string) => page.getByRole('textbox', { name, exact: false })
export const getBadge = (page: Page) => page.getByRole('group', { name: 'Actions' }).locator('.badge')
export const clickButton = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
export const expectStatus = (page: Page, text: string) => expect(page.locator('.status')).toHaveText(text)

/** Creates a client for the published content. */
export const createDeliveryClient = ({ url }: TestSpace) =>
  createClient({
    space: 'local',
    accessToken: LOCAL_TOKENS.delivery,
    host: new URL(url).host,
    basePath: '/cdn',
    insecure: true,
  })
