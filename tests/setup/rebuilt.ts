import { expect } from '@playwright/test'
import * as z from 'zod'

const health = z.object({ status: z.enum(['ok', 'failed']), pages: z.object({ isRebuilding: z.boolean() }) })

/** What the server of a site says of its pages. */
export const healthOf = async (siteUrl: string) => health.parse(await (await fetch(`${siteUrl}/health`)).json())

/** Waits until the pages that the server sends are those of what is published: for whoever puts content back. */
export const untilRebuilt = (siteUrl: string) =>
  expect.poll(() => healthOf(siteUrl), { timeout: 60_000 }).toEqual({ status: 'ok', pages: { isRebuilding: false } })
