import { startTransition, useEffect, useState } from 'react'
import { runWhenIdle } from '#src/components/deferred-tasks.ts'
import type { ContentClient, RenderedRequest } from './content-client.ts'
import type { ContentDefinition, ShownContent } from './content-query.ts'
import { createDigest, requestContent } from './content-request.ts'

/** A definition that is loaded when it is needed: a prerendered page needs it only if its content has changed. */
export interface LazyContentDefinition<Response, Content> {
  /** The `page` of the definition. */
  readonly page: string
  readonly loadDefinition: () => Promise<ContentDefinition<Response, Content>>
}

/** Loads the content of routes, and fetches it again while a page is open. Each router has its own. */
export interface ContentStore {
  readonly client: ContentClient
  /** Loads the content of a route: from the CMS, or from the fallback. */
  readonly load: <Response, Content>(lazyDefinition: LazyContentDefinition<Response, Content>) => Promise<Content>
  /**
   * Fetches the content again, and calls `onChange` with newer content. `loaded` is the content of the loader. Returns a
   * function that ends the subscription.
   */
  readonly subscribe: <Response, Content>(
    lazyDefinition: LazyContentDefinition<Response, Content>,
    loaded: Content,
    onChange: (shown: ShownContent<Content>) => void,
  ) => () => void
  /** Fetches the content of the open page again. */
  readonly invalidate: () => Promise<void>
}

/**
 * Creates the store. The content of a prerendered page is requested when the browser is idle. A response with the digest of
 * the page's own one is not parsed: React Query and the validation are loaded only if the content has changed, if the
 * request has failed, when the visitor comes back to the tab or to the network, and before another page is shown.
 */
export function createContentStore(client: ContentClient, requests: readonly RenderedRequest[] = []): ContentStore {
  let queries: ReturnType<typeof importQueries> | undefined
  const importQueries = async () => (await import('./content-query.ts')).createContentQueries(client)
  const loadQueries = () => {
    queries ??= importQueries().catch((error: unknown) => {
      queries = undefined // the next call requests the script again
      throw error
    })
    return queries
  }

  const subscribe: ContentStore['subscribe'] = (lazyDefinition, loaded, onChange) => {
    if (!client.endpoint) return () => {}
    const { endpoint, requestTimeoutMs } = client
    const cancellation = new AbortController()
    const { signal } = cancellation
    const subscribeToQuery = async (firstResponse?: Promise<string>) => {
      try {
        const [{ subscribe }, definition] = await Promise.all([loadQueries(), lazyDefinition.loadDefinition()])
        if (!signal.aborted)
          signal.addEventListener('abort', subscribe({ definition, loaded, onChange, firstResponse }))
      } catch (error) {
        console.warn(`Failed to load the script that updates ${lazyDefinition.page}`, error)
        onChange({ content: loaded, isFetched: true })
        runOnReturn(subscribeToQuery, signal)
      }
    }
    const request = requests.find(({ page }) => page === lazyDefinition.page)
    const compare = async ({ query, digest }: RenderedRequest) => {
      const response = requestContent(endpoint, { query, variables: {} }, AbortSignal.timeout(requestTimeoutMs))
      const hasChanged = (await response.then(createDigest, () => undefined)) !== digest
      if (hasChanged) return subscribeToQuery(response)
      onChange({ content: loaded, isFetched: true })
      runOnReturn(subscribeToQuery, signal)
    }
    if (queries || client.preview) subscribeToQuery()
    else
      signal.addEventListener(
        'abort',
        runWhenIdle(() => (request ? compare(request) : subscribeToQuery())),
      )
    return () => cancellation.abort()
  }

  return {
    client,
    load: async (lazyDefinition) => {
      const [{ load }, definition] = await Promise.all([loadQueries(), lazyDefinition.loadDefinition()])
      return load(definition)
    },
    subscribe,
    invalidate: async () => (await loadQueries()).invalidate(),
  }
}

/** Runs the task once, when the tab becomes visible or the browser is online again. */
function runOnReturn(task: () => void, signal: AbortSignal): void {
  const done = new AbortController()
  const options = { signal: AbortSignal.any([signal, done.signal]) }
  const run = () => {
    done.abort()
    task()
  }
  document.addEventListener('visibilitychange', () => document.hidden || run(), options)
  addEventListener('online', run, options)
}

/**
 * Returns the content that the route has loaded, then the newer content of the CMS. During hydration it is the loaded
 * content.
 */
export function useContent<Response, Content>(
  store: ContentStore,
  lazyDefinition: LazyContentDefinition<Response, Content>,
  loaded: NoInfer<Content>,
): ShownContent<Content> {
  const [shown, setShown] = useState<ShownContent<Content>>({ content: loaded, isFetched: !store.client.endpoint })
  useEffect(() => {
    const update = (next: ShownContent<Content>) =>
      startTransition(() =>
        setShown((previous) =>
          previous.content === next.content && previous.isFetched === next.isFetched ? previous : next,
        ),
      )
    return store.subscribe(lazyDefinition, loaded, update)
  }, [store, lazyDefinition.page])
  return shown
}
