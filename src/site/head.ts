import { shareUrl } from '#src/content/images.ts'
import type { Seo, SitePath } from '#src/content/shapes.ts'
import { env } from '#src/env.ts'

/**
 * A page's title, description, canonical address and what a shared link shows, as the router's `head` takes them.
 * `picture` is the one at the top of the page, shared where the editors chose no other.
 */
export function pageHead(path: SitePath, seo: Seo | undefined, picture: { readonly url: string } | undefined) {
  if (!seo || !picture) return {} // the page did not load, and says so itself
  const address = new URL(path, env.siteUrl).href
  const { title, description } = seo
  return {
    meta: [
      { title },
      { name: 'description', content: description },
      { property: 'og:type', content: 'website' },
      { property: 'og:title', content: title },
      { property: 'og:description', content: description },
      { property: 'og:url', content: address },
      { property: 'og:image', content: shareUrl((seo.shareImage ?? picture).url) },
      { name: 'twitter:card', content: 'summary_large_image' },
    ],
    links: [{ rel: 'canonical', href: address }],
  }
}
