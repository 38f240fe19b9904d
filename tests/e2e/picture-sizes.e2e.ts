import { SITE_PATHS } from '#shared/site-paths.gen.ts'
import { expect, REDUCED_MOTION, test } from '#tests/setup/e2e/fixtures.ts'
import { changeContent } from './change-content.ts'
import { expectPictureSizes } from './picture-sizes.ts'

test.use(REDUCED_MOTION)

for (const path of SITE_PATHS)
  test(`the sizes attributes of ${path} are the widths that its pictures need`, async ({ page }) => {
    await changeContent(page, 'contact', (content) => ({ ...content, map: null })) // shows the picture of the map
    await expectPictureSizes(page, path, async () => {
      if (path === '/contact') await expect(page.getByRole('img', { name: /^Street plan/ })).toBeVisible()
    })
  })
