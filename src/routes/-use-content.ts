import { useSuspenseQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useDeferredValue, useEffect } from 'react'
import type { ContentName } from '#src/content/cms-content.ts'
import { contentQuery, OtherBuildError } from '#src/content/content-query.ts'
import { reloadForBuild } from './-reload-for-build.ts'
import type { PageName } from './-router-context.ts'

/** Returns content that the loader of a route has put into the cache, and newer content when it arrives. */
export function useContent<Name extends ContentName>(name: Name) {
  const { contentLoader, storages } = useRouter().options.context
  const { data, error, dataUpdatedAt, isFetchedAfterMount } = useSuspenseQuery(contentQuery(name, contentLoader))
  // Deferred, so that parts of the page that are not hydrated yet are hydrated with the content of their HTML.
  const content = useDeferredValue(data)

  useEffect(() => {
    if (error instanceof OtherBuildError) reloadForBuild(error.build, storages.session)
  }, [error, storages])

  return {
    content,
    /** Whether this content was fetched, or could not be fetched, since the document was loaded. */
    isFetched: content === data && (dataUpdatedAt > 0 || isFetchedAfterMount),
  }
}

/** Returns the props of a page: its content and the texts of every page. */
export function usePageProps<Name extends PageName>(name: Name) {
  const { interfaceTexts: texts } = useContent('site').content
  return { ...useContent(name), texts }
}
