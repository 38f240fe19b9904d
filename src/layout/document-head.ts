import { SHARE_IMAGE } from '#src/content/derived-pictures.ts'
import type { ShareImage } from '#src/content/pictures.ts'
import type { Seo } from '#src/content/seo.ts'
import type { SiteSettings } from '#src/content/site.ts'
import { env } from '#src/env.ts'
import { color } from '#src/theme/tokens.ts'

/** Creates the head tags of every page. */
export const createSiteHead = (site: SiteSettings | undefined) => ({
  meta: [
    { name: 'theme-color', content: color.ink },
    ...(site ? [{ property: 'og:site_name', content: site.companyName }] : []),
  ],
})

interface PageMetadata {
  readonly seo: Seo
  /** Its picture is shared unless the CMS defines another. */
  readonly hero: { readonly shareImage: ShareImage }
}

/** Creates the title, description, canonical URL and Open Graph tags of a page, for the router's `head` option. */
export function createPageHead(path: string, page: PageMetadata | undefined) {
  if (!page) return {} // the content did not load: the page shows an error
  const url = new URL(path, env.siteUrl).href
  const { title, description, noIndex, shareImage: image = page.hero.shareImage } = page.seo
  return {
    meta: [
      { title },
      { name: 'description', content: description },
      ...(noIndex ? [{ name: 'robots', content: 'noindex' }] : []),
      { property: 'og:type', content: 'website' },
      { property: 'og:locale', content: LOCALE },
      { property: 'og:title', content: title },
      { property: 'og:description', content: description },
      { property: 'og:url', content: url },
      { property: 'og:image', content: image.url },
      { property: 'og:image:type', content: 'image/jpeg' },
      { property: 'og:image:width', content: String(SHARE_IMAGE.width) },
      { property: 'og:image:height', content: String(SHARE_IMAGE.height) },
      { property: 'og:image:alt', content: image.alt },
      { name: 'twitter:card', content: 'summary_large_image' }, // the other tags default to og:
    ],
    links: [{ rel: 'canonical', href: url }],
  }
}

/** The only locale of the content (shared/constants.ts), in the format of Open Graph. */
const LOCALE = 'en_US'
