import { getRouteApi } from '@tanstack/react-router'
import { useContent } from '#src/content/content-query.ts'
import { type SiteSettings, siteQueryOptions } from '#src/content/site.ts'

const rootRoute = getRouteApi('__root__')

/** Returns the site-wide content, which the root route has loaded. */
export const useSiteSettings = (): SiteSettings => useContent(siteQueryOptions(), rootRoute.useLoaderData())
