import { SHARE_IMAGE } from '#src/content/derived-pictures.ts'
import type { ShareImage } from '#src/content/pictures.ts'
import type { Seo } from '#src/content/seo.ts'
import type { SiteSettings } from '#src/content/site.ts'
import { env } from '#src/env.ts'
import { color } from '#src/theme/tokens.ts'

/** The head elements of every page. */
export const SiteHead = ({ site }: { readonly site: Pick<SiteSettings, 'companyName'> }) => (
  <>
    <meta name="theme-color" content={color.ink} />
    <meta property="og:site_name" content={site.companyName} />
  </>
)

interface PageHeadProps {
  readonly path: string
  readonly page: {
    readonly seo: Seo
    /** Its picture is shared unless the CMS defines another. */
    readonly hero: { readonly shareImage: ShareImage }
  }
}

/** The title, description, canonical URL and Open Graph elements of a page. React moves them into the document head. */
export function PageHead({ path, page: { seo, hero } }: PageHeadProps) {
  const url = new URL(path, env.siteUrl).href
  const { title, description, noIndex, shareImage: image = hero.shareImage } = seo
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={description} />
      {noIndex && <meta name="robots" content="noindex" />}
      <meta property="og:type" content="website" />
      <meta property="og:locale" content={LOCALE} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={url} />
      <meta property="og:image" content={image.url} />
      <meta property="og:image:type" content="image/jpeg" />
      <meta property="og:image:width" content={String(SHARE_IMAGE.width)} />
      <meta property="og:image:height" content={String(SHARE_IMAGE.height)} />
      <meta property="og:image:alt" content={image.alt} />
      {/* The other tags of Twitter default to those of Open Graph. */}
      <meta name="twitter:card" content="summary_large_image" />
      <link rel="canonical" href={url} />
    </>
  )
}

/** The only locale of the content (shared/constants.ts), in the format of Open Graph. */
const LOCALE = 'en_US'
