import { queryOptions, useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { env } from '#src/env.ts'
import type { TypedDocumentString } from './generated/graphql.ts'
import { getPreviewMode } from './preview-mode.ts'
import { clearFailedFetches, getRefetchInterval, getStaleTime, recordFailedFetch } from './refetch-policy.ts'
import { requestGraphql } from './request-graphql.ts'

/** Where prerendering takes content from: the CMS alone, or the bundled fallback alone. */
export type PrerenderSource = 'cms' | 'fallback'

declare module '@tanstack/react-query' {
  interface Register {
    /** Set by src/prerender.tsx for all queries of one page. Not set in the browser: the CMS first, then the fallback. */
    queryMeta: { readonly contentSource?: PrerenderSource }
  }
}

interface ContentSource<Answer, Content> {
  readonly page: string
  /** What the CMS is asked. */
  readonly document: TypedDocumentString<Answer, Record<string, never>>
  /** Asks for what one answer has no room for. */
  readonly fetchRemaining?: (answer: Answer, signal: AbortSignal) => Promise<Answer>
  /** The same answer, made from the seed when the site was built; loaded only when it is needed. */
  readonly loadFallback: () => Promise<Answer>
  readonly map: MapAnswer<Answer, Content>
}

/**
 * Checks an answer and makes domain types of it. Throws when the page cannot be made of it; it is then called once more
 * with the bundled answer, of which it takes what the CMS's lacks.
 */
type MapAnswer<Answer, Content> = (answer: Answer, standIn: Answer | undefined, from: 'cms' | 'bundle') => Content

/**
 * A page's content: the CMS's answer, field by field; when that fails, what the page already shows (prerendered, so newer
 * than the seed); and only for an empty screen the bundled seed. Then the CMS is asked again behind the scenes.
 */
export function contentQueryOptions<Answer, Content>({
  page,
  document,
  fetchRemaining,
  loadFallback,
  map,
}: ContentSource<Answer, Content>) {
  return queryOptions({
    queryKey: ['content', page],
    queryFn: async ({ client, queryKey, signal, meta }) => {
      const shown = () => client.getQueryData<Content>(queryKey)
      const kept = async () => shown() ?? map(await loadFallback(), undefined, 'bundle')
      const drafts = getPreviewMode()
      if (meta?.contentSource === 'fallback' || (!env.contentful && !drafts)) return kept()
      const query = client.getQueryCache().find({ queryKey, exact: true }) ?? {}
      try {
        const patience = drafts || shown() ? PATIENT : env.contentTimeoutMs
        const end = AbortSignal.any([signal, AbortSignal.timeout(patience)])
        const first = await requestGraphql(document, {}, end)
        const response = (await fetchRemaining?.(first, end)) ?? first
        const { content, isWhole: isComplete } = await mapped({ answer: response, loadFallback, map })
        if (isComplete) clearFailedFetches(query)
        else recordFailedFetch(query)
        drafts?.onResponse({
          page,
          query: document.toString(),
          response,
          isComplete,
          show: (changed) => client.setQueryData(queryKey, map(changed, undefined, 'cms')),
        })
        return content
      } catch (problem) {
        if (signal.aborted) throw problem
        if (meta?.contentSource === 'cms') throw problem // a rebuild keeps the page as it was
        recordFailedFetch(query, problem)
        drafts?.onError(page, problem)
        console.warn(`The CMS did not give the content of ${page}`, problem)
        return kept()
      }
    },
    retry: false,
    staleTime: (query) => (getPreviewMode() ? SHOWN : getStaleTime(query)),
    refetchOnWindowFocus: () => (getPreviewMode() ? 'always' : true),
    refetchInterval: getRefetchInterval,
    refetchOnReconnect: true,
    networkMode: 'always', // offline is one more way for the CMS to fail
  })
}

/** ms; where something is on the screen already, and where an editor would rather wait for the draft. */
const PATIENT = 10_000

/** ms, from an editor's answer to the page that shows it: one question is enough for both. */
const SHOWN = 1_000

/** The answer's content; for what it lacks the bundled answer is loaded. */
async function mapped<Answer, Content>({ answer, loadFallback, map }: Asked<Answer, Content>) {
  try {
    return { content: map(answer, undefined, 'cms'), isWhole: true }
  } catch {
    return { content: map(answer, await loadFallback(), 'cms'), isWhole: false }
  }
}

interface Asked<Answer, Content> extends Pick<ContentSource<Answer, Content>, 'loadFallback' | 'map'> {
  readonly answer: Answer
}

/** React Query tells of news. */
const untold = () => () => {}

/**
 * The content that the route loaded, refreshed behind the scenes; what was prerendered counts as stale at once. A part of
 * the page that React takes over late is taken over as it was prerendered, also when the CMS has said something newer.
 */
export function useContent<Content>(
  query: ReturnType<typeof contentQueryOptions<never, Content>>,
  loaded: NoInfer<Content>,
): Content {
  const { data = loaded } = useQuery({ ...query, initialData: () => loaded, initialDataUpdatedAt: 0 })
  return useSyncExternalStore(
    untold,
    () => data,
    () => loaded,
  )
}
