import { resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { expect, test } from '#tests/setup/e2e/fixtures.ts'
import { readLayoutShift, recordLayoutShift } from '#tests/setup/e2e/layout-shift.ts'
import { sitePages } from '#tests/setup/e2e/site-pages.ts'

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  for (const { path, text } of sitePages) {
    test(`${path} shows its text and links`, async ({ page }) => {
      await page.goto(path)
      await expect(page.getByText(text).first()).toBeVisible()
      await expect(page.getByRole('heading', { level: 1 })).toBeInViewport()
      await page.getByRole('contentinfo').getByRole('link', { name: 'Contact', exact: true }).click()
      await expect(page).toHaveURL('/contact')
    })
  }
})

for (const { path, content } of sitePages) {
  test(`${path}: hydrates without changing texts, requests each content file once and nothing of the CMS, and shifts no layout`, async ({
    page,
    ready,
    cms,
  }) => {
    await recordLayoutShift(page)
    const urls: string[] = []
    page.on('request', (request) => urls.push(request.url()))
    await page.goto(path)
    const textsBefore = await readTexts(page)
    await ready()
    const listContentFiles = () => urls.flatMap((url) => /\/content\/(\w+)\.json$/.exec(url)?.[1] ?? []).sort()
    const expectedFiles = [content, 'site'].sort()
    await expect.poll(listContentFiles).toEqual(expectedFiles) // `networkidle` may pass before a slow page sends requests
    await page.waitForLoadState('networkidle')
    expect(await readTexts(page)).toEqual(textsBefore)
    expect(listContentFiles()).toEqual(expectedFiles)
    expect(urls.filter((url) => url.startsWith(`${cms.url}/content/`))).toEqual([])
    expect(await readLayoutShift(page)).toBe(0)
  })
}

test('prerenders the same content to the same bytes at any time', async ({ site }) => {
  const { prerender, createBuildLoader }: typeof import('#src/prerender.tsx') = await import(
    resolve(`${site.outDir}-ssr`, 'prerender.js')
  )
  const seed = createBuildLoader(undefined)
  for (const { path } of sitePages) {
    const first = await prerender(path, seed, 'a build')
    await pause(2) // ms
    expect(await prerender(path, seed, 'a build'), path).toEqual(first)
  }
})

/** Returns the texts, without those of buttons: the button of the video appears with the video. */
const readTexts = (page: Page) => page.getByRole('main').locator('h1, h2, h3, p, li').allTextContents()
