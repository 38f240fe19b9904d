import { expect } from '@playwright/test'
import { readHealth } from '#tests/setup/server/health.ts'

/** Waits until the pages that the server sends are those of what is published: for whoever puts content back. */
export const waitForRebuild = (siteUrl: string) =>
  expect
    .poll(async () => (await readHealth(siteUrl)).checks.pages, { timeout: 60_000 })
    .toMatchObject({ status: 'ok', isRebuilding: false })
