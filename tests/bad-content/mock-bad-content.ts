import type { Page } from '@playwright/test'
import * as z from 'zod'
import { applyBadContent } from './apply-bad-content.ts'
import type { BadContent } from './bad-content.ts'

const graphqlResponse = z.looseObject({ data: z.looseObject({}) })

/** Changes the CMS response to the GraphQL query with this name. Other queries are not changed. */
export async function mockCmsResponse(
  page: Page,
  query: string,
  change: (response: unknown) => unknown,
): Promise<void> {
  await page.route('**/content/v1/**', async (route) => {
    if (!route.request().postData()?.includes(`query ${query}`)) return route.fallback()
    const response = await route.fetch()
    const { data } = graphqlResponse.parse(await response.json())
    await route.fulfill({ response, json: { data: change(data) } })
  })
}

/** Applies bad content to the CMS response for its page. */
export const mockBadContent = (page: Page, badContent: Pick<BadContent, 'page' | 'changes'>) =>
  mockCmsResponse(page, `${badContent.page.charAt(0).toUpperCase()}${badContent.page.slice(1)}`, (good) =>
    applyBadContent(badContent, good),
  )
