import { expect } from '@playwright/test'
import { readHealth } from '#tests/setup/server/health.ts'

/** Waits until the server has re-rendered all pages with the published content. */
export const waitForRebuild = (siteUrl: string) =>
  expect
    .poll(async () => (await readHealth(siteUrl)).checks.pages, { timeout: 60_000 })
    .toMatchObject({ status: 'ok', isUpdating: false })
