import type { Page } from '@playwright/test'
import * as z from 'zod'
import { wrongAnswer } from './apply-bad-content.ts'
import type { BadContent } from './bad-content.ts'

const answer = z.looseObject({ data: z.looseObject({}) })

/** The CMS answers the questions of this name with what `change` makes of its good answer; the others as it does. */
export async function cmsAnswers(page: Page, query: string, change: (good: unknown) => unknown): Promise<void> {
  await page.route('**/content/v1/**', async (route) => {
    if (!route.request().postData()?.includes(`query ${query}`)) return route.fallback()
    const response = await route.fetch()
    const { data } = answer.parse(await response.json())
    await route.fulfill({ response, json: { data: change(data) } })
  })
}

/** The CMS has this bad content. */
export const cmsHas = (page: Page, bad: Pick<BadContent, 'page' | 'wrong'>) =>
  cmsAnswers(page, `${bad.page.charAt(0).toUpperCase()}${bad.page.slice(1)}`, (good) => wrongAnswer(bad, good))
