import type { Page } from '@playwright/test'
import type { ContentByName, ContentName } from '#src/content/cms-content.ts'

/** The file that a build and a publish write for each page and the site. */
interface ContentFile<Name extends ContentName> {
  readonly build: string
  readonly content: ContentByName[Name]
}

/** Gives the page a changed content file, which it requests after hydration, as after a publish. */
export async function changeContent<Name extends ContentName>(
  page: Page,
  name: Name,
  change: (content: ContentByName[Name]) => unknown,
): Promise<void> {
  await page.route(`**/content/${name}.json`, async (route) => {
    const response = await route.fetch()
    const { build, content }: ContentFile<Name> = await response.json()
    await route.fulfill({ json: { build, content: change(content) } })
  })
}
