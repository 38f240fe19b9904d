import { expect, type Page } from '@playwright/test'
import { readHealth } from '#tests/setup/stack.ts'

/** ms, less than a test may take; a rebuild takes a second or two, and much longer while other tests use both cores. */
export const REBUILD_TIMEOUT = { timeout: 100_000 }

/** Waits until the server has re-rendered all pages with the published content. */
export const waitForRebuild = (siteUrl: string) =>
  expect
    .poll(async () => (await readHealth(siteUrl)).checks.pages, REBUILD_TIMEOUT)
    .toMatchObject({ status: 'ok', isUpdating: false })

/** Polls a content file of the site, for the content of a publish. */
export const expectContentFile = (page: Page, name: string) =>
  expect.poll(async () => (await page.request.get(`/content/${name}.json`)).text(), REBUILD_TIMEOUT)
