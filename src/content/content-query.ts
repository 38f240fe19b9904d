import { queryOptions, useQuery } from '@tanstack/react-query'
import { env } from '#src/env.ts'

interface ContentSource<Answer, Content> {
  readonly page: string
  /** Asks the CMS. */
  readonly live: (signal: AbortSignal) => Promise<Answer>
  /** The same answer, made from the seed when the site was built; loaded only when it is needed. */
  readonly bundled: () => Promise<Answer>
  /** Checks an answer and makes domain types of it. Throws when the page cannot be made of it; after the CMS's the bundled one is tried. */
  readonly map: (answer: Answer, from: 'cms' | 'bundle') => Content
}

/**
 * A page's content: the CMS's answer; when that fails, what the page already shows
 * (prerendered, so newer than the seed); and only for an empty screen the bundled seed.
 */
export function contentQuery<Answer, Content>({ page, live, bundled, map }: ContentSource<Answer, Content>) {
  return queryOptions({
    queryKey: ['content', page],
    queryFn: async ({ client, queryKey, signal }) => {
      const kept = async () => client.getQueryData<Content>(queryKey) ?? map(await bundled(), 'bundle')
      if (!env.contentful) return kept()
      try {
        return map(await live(AbortSignal.any([signal, AbortSignal.timeout(env.patience)])), 'cms')
      } catch (problem) {
        if (signal.aborted) throw problem
        console.warn(`The CMS did not give the content of ${page}`, problem)
        return kept()
      }
    },
    retry: false,
    staleTime: 30_000,
    networkMode: 'always', // offline is one more way for the CMS to fail
  })
}

/** The content that the route loaded, refreshed behind the scenes; what was prerendered counts as stale at once. */
export function useContent<Content>(
  query: ReturnType<typeof contentQuery<never, Content>>,
  loaded: NoInfer<Content>,
): Content {
  return useQuery({ ...query, initialData: () => loaded, initialDataUpdatedAt: 0 }).data ?? loaded
}
