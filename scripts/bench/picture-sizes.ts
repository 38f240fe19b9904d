import type { Page } from '@playwright/test'
import { launchChromium } from '#scripts/test/chromium.ts'

/** px of a phone, a tablet and a wide window. */
export const PICTURE_VIEWPORTS = [412, 991, 1440]

/** Part of the needed width that heroes state on phones (src/components/hero.tsx). */
const PHONE_HERO_SHARE = 0.8

/** A `sizes` attribute of a page. */
export interface PictureSizes {
  readonly path: string
  readonly sizes: string
  /** Difference between the stated and the needed width, as a part of the latter, for each of `PICTURE_VIEWPORTS`. */
  readonly deviations: readonly number[]
}

/** Compares the `sizes` attributes of pages with the widths that their pictures need. */
export async function measurePictureSizes(url: string, paths: readonly string[]): Promise<readonly PictureSizes[]> {
  await using browser = await launchChromium()
  const page = await browser.newPage({ javaScriptEnabled: false }) // shows the picture of the map
  const deviations = new Map<string, PictureSizes>()
  for (const path of paths) {
    for (const width of PICTURE_VIEWPORTS) {
      await page.setViewportSize({ width, height: 823 })
      await page.goto(url + path)
      for (const { sizes, isHero, stated, needed } of await measurePictures(page)) {
        const share = isHero && width <= 767 ? PHONE_HERO_SHARE : 1
        const earlier = deviations.get(path + sizes)?.deviations ?? []
        const deviation = Math.abs(stated / (needed * share) - 1)
        deviations.set(path + sizes, { path, sizes, deviations: [...earlier, deviation] })
      }
    }
  }
  return [...deviations.values()]
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
          sizes,
          isHero: image.closest('[data-frame]') !== null,
          stated: image.naturalWidth,
          needed: Math.max(width, height * ratio),
        }
      }),
    )
  })
