import { getRouteApi } from '@tanstack/react-router'
import { useContent } from '#src/content/content-query.ts'
import { type SiteSettings, siteContent } from '#src/content/site.ts'

const root = getRouteApi('__root__')

/** Returns the site settings, which the root route has loaded. */
export const useSiteSettings = (): SiteSettings => useContent(siteContent, root.useLoaderData())
