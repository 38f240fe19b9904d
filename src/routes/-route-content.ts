import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { createContext, use, useDeferredValue, useEffect } from 'react'
import type { ContentByName, ContentName } from '#src/content/cms-content.ts'
import { OtherBuildError } from '#src/content/content-files.ts'
import { contentQuery } from '#src/content/content-query.ts'
import type { SiteSettings } from '#src/content/site.ts'
import { reloadForBuild } from './-reload-for-build.ts'

/** The site settings that the root route shows. */
export const SiteSettingsContext = createContext<SiteSettings | undefined>(undefined)

/** Returns the site settings, which the root route has loaded. Throws outside of it. */
export function useSiteSettings(): SiteSettings {
  const site = use(SiteSettingsContext)
  if (!site) throw new Error('The site settings are not loaded')
  return site
}

/**
 * Returns the content of the loader, then the newer content of its query. The routes load again then, because the document
 * head uses the content of the loader.
 */
export function useContent<Name extends ContentName>(name: Name, loaded: ContentByName[Name]) {
  const router = useRouter()
  const queryClient = useQueryClient()
  const { contentLoader, storages } = router.options.context
  const options = contentQuery(name, contentLoader)
  // The content of a prerendered page can be older: browsers keep pages that are opened again by Back or at a start.
  const {
    data = loaded,
    error,
    isFetchedAfterMount,
  } = useQuery({ ...options, initialData: loaded, initialDataUpdatedAt: 0 })
  // Deferred, so that parts of the page that are not hydrated yet are hydrated with the content of their HTML.
  const content = useDeferredValue(data)

  useEffect(() => {
    if (data !== loaded) router.invalidate()
  }, [data, loaded, router])
  useEffect(() => {
    if (error instanceof OtherBuildError) reloadForBuild(error.build, storages.session)
  }, [error, storages])

  const hasLoaded = (queryClient.getQueryState(options.queryKey)?.dataUpdatedAt ?? 0) > 0
  return {
    content,
    /** Whether this content was fetched, or could not be fetched, since the document was loaded. */
    isFetched: content === data && (isFetchedAfterMount || hasLoaded),
  }
}
