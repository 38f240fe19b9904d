import { SITE_PATHS } from '#shared/site-paths.gen.ts'
import { REDUCED_MOTION, test } from '#tests/setup/e2e/fixtures.ts'
import { expectPictureSizes } from '#tests/setup/e2e/picture-sizes.ts'

test.use(REDUCED_MOTION)

// The contact page has a picture without a key of the map only: map-picture.e2e.ts.
for (const path of SITE_PATHS.filter((other) => other !== '/contact'))
  test(`the sizes attributes of ${path} are the widths that its pictures need`, ({ page }) =>
    expectPictureSizes(page, path))
