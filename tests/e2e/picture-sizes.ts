import { expect, type Page } from '@playwright/test'

/** px of a phone, a tablet and a wide window. */
const WIDTHS = [412, 991, 1440]

/** The largest accepted difference between `sizes` and the width that a picture needs. */
const TOLERANCE = 0.05

/** Part of the needed width that heroes state on phones (src/components/hero.tsx). */
const PHONE_HERO_SHARE = 0.8

/** Checks that the `sizes` attributes of a page are the widths that its pictures need. `waitForPictures` runs after each load. */
export async function expectPictureSizes(page: Page, path: string, waitForPictures = async () => {}): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 823 })
    await page.goto(path)
    await waitForPictures()
    for (const { alt, sizes, isHero, stated, needed } of await measurePictures(page)) {
      const share = isHero && width <= 767 ? PHONE_HERO_SHARE : 1
      const ratio = stated / (needed * share)
      const label = `${alt} at ${width} px: "${sizes}" is ${stated} px, needed are ${Math.round(needed)}`
      expect.soft(Math.abs(ratio - 1), label).toBeLessThanOrEqual(TOLERANCE)
    }
  }
}

/**
 * Measures the pictures of a page that have several files, one of each `sizes` attribute. `stated` is the value of the
 * attribute in px, `needed` the width of the whole picture when it covers its box.
 */
const measurePictures = (page: Page) =>
  page.evaluate(async () => {
    const images = [...document.querySelectorAll<HTMLImageElement>('picture > img, img[srcset]')]
    // Reversed, so that the first picture of several is measured: the last photos of the gallery have no layout.
    const bySizes = new Map(
      images.toReversed().flatMap((image) => {
        const sizes = image.sizes || image.parentElement?.querySelector('source')?.sizes
        return sizes ? [[sizes, image] as const] : []
      }),
    )
    return Promise.all(
      [...bySizes].map(async ([sizes, image]) => {
        image.loading = 'eager'
        await image.decode()
        const { width, height } = image.getBoundingClientRect()
        const ratio = Number(image.getAttribute('width')) / Number(image.getAttribute('height'))
        // The browser divides the width of the file by its density, which it calculates from `sizes`.
        return {
          alt: image.alt,
          sizes,
          isHero: image.closest('[data-frame]') !== null,
          stated: image.naturalWidth,
          needed: Math.max(width, height * ratio),
        }
      }),
    )
  })
