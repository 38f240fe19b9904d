import { expect, test } from 'vitest'
import { mapSeedContent } from '#src/content/cms-content.ts'
import { renderWithRouter } from '#tests/setup/render-with-router.tsx'
import { GalleryPage } from './gallery-page.tsx'

test('shows the title of the grid and the number of photos', async () => {
  const content = { ...mapSeedContent('gallery'), gridTitle: 'On the right-of-way' }
  const texts = { ...mapSeedContent('site').interfaceTexts, photoCount: '{count} photographs' }
  const page = <GalleryPage content={content} isFetched={false} texts={texts} photo={undefined} />
  const html = await renderWithRouter(page, '/gallery')
  expect(html).toMatch(/<h2 id="photographs"[^>]*>On the right-of-way<\/h2>/)
  expect(html).toContain(`${content.images.length} photographs`)
})
