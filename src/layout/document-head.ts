import type { Seo, SitePath } from '#src/content/field-schemas.ts'
import { getShareImageUrl } from '#src/content/picture-files.ts'
import { SHARE_IMAGE } from '#src/content/picture-sizes.ts'
import type { SiteSettings } from '#src/content/site.ts'
import { env } from '#src/env.ts'
import { color } from '#src/theme/tokens.ts'

/** What every page's head has in common. */
export const createSiteHead = (site: SiteSettings | undefined) => ({
  meta: [
    { name: 'theme-color', content: color.ink },
    ...(site ? [{ property: 'og:site_name', content: site.companyName }] : []),
  ],
})

/**
 * A page's title, description, canonical address and what a shared link shows, as the router's `head` takes them.
 * `picture` is the one at the top of the page, shared where the editors chose no other.
 */
export function createPageHead(path: SitePath, seo: Seo | undefined, picture: SharedPicture | undefined) {
  if (!seo || !picture) return {} // the page did not load, and says so itself
  const address = new URL(path, env.siteUrl).href
  const { title, description, shareImage, noIndex } = seo
  const shared: SharedPicture = shareImage ? { url: shareImage.url, alt: title } : picture
  return {
    meta: [
      { title },
      { name: 'description', content: description },
      ...(noIndex ? [{ name: 'robots', content: 'noindex' }] : []),
      { property: 'og:type', content: 'website' },
      { property: 'og:locale', content: LOCALE },
      { property: 'og:title', content: title },
      { property: 'og:description', content: description },
      { property: 'og:url', content: address },
      { property: 'og:image', content: getShareImageUrl(shared) },
      { property: 'og:image:type', content: 'image/jpeg' },
      { property: 'og:image:width', content: String(SHARE_IMAGE.width) },
      { property: 'og:image:height', content: String(SHARE_IMAGE.height) },
      { property: 'og:image:alt', content: shared.alt },
      { name: 'twitter:card', content: 'summary_large_image' }, // the rest it takes from og:
    ],
    links: [{ rel: 'canonical', href: address }],
  }
}

interface SharedPicture {
  readonly url: string
  readonly alt: string
  readonly focalPoint?: string | null | undefined
}

/** The content's only one (cms/model/locale.ts), as Open Graph writes it. */
const LOCALE = 'en_US'
