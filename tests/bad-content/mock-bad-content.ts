import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Page } from '@playwright/test'
import * as z from 'zod'
import { startFaultProxy } from '#tests/contract/fault-proxy.ts'
import type { TestSite } from '#tests/setup/e2e/test-site.ts'
import { applyBadContent } from './apply-bad-content.ts'
import type { BadContent } from './bad-content.ts'

/** The page and the site of a browser test. */
interface MockedSite {
  readonly page: Page
  readonly site: TestSite
}

const graphqlResponse = z.looseObject({ data: z.looseObject({}) })
const contentFile = z.object({ build: z.string() })

/** Gives the page the content file that the site renders from a changed response of the CMS. */
export async function mockCmsResponse(
  { page, site }: MockedSite,
  name: BadContent['page'],
  change: (response: unknown) => unknown,
): Promise<void> {
  const { createBuildLoader }: typeof import('#src/prerender.tsx') = await import(
    resolve(`${site.outDir}-ssr`, 'prerender.js')
  )
  await using proxy = await startFaultProxy(site.cms.url, () => (body) => {
    const { data } = graphqlResponse.parse(JSON.parse(body))
    return JSON.stringify({ data: change(data) })
  })
  const { spaceId, environmentId, tokens } = site.cms
  const loader = createBuildLoader({
    url: `${proxy.url}/content/v1/spaces/${spaceId}/environments/${environmentId}`,
    headers: { authorization: `Bearer ${tokens.delivery}` },
    timeoutMs: 20_000,
  })
  const content = await loader.load(name, { signal: new AbortController().signal, isRefetch: false })
  const { build } = contentFile.parse(JSON.parse(await readFile(join(site.outDir, `content/${name}.json`), 'utf8')))
  // The local Contentful makes the URLs of files from the host of the request.
  const file = JSON.stringify({ build, content }).replaceAll(proxy.url, site.cms.url)
  await page.route(`**/content/${name}.json`, (route) => route.fulfill({ contentType: 'application/json', body: file }))
}

/** Gives the page the content file that the site renders from bad content. */
export const mockBadContent = (mocked: MockedSite, badContent: Pick<BadContent, 'page' | 'changes'>) =>
  mockCmsResponse(mocked, badContent.page, (good) => applyBadContent(badContent, good))
