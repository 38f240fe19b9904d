import { getRouteApi } from '@tanstack/react-router'
import { useContent } from '#src/content/content-query.ts'
import { type SiteSettings, siteQueryOptions } from '#src/content/site.ts'

const root = getRouteApi('__root__')

/** What every page wears, for the pages' parts that need of it too: the frame loaded it. */
export const useSiteSettings = (): SiteSettings => useContent(siteQueryOptions(), root.useLoaderData())
