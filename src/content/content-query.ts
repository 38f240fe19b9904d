import { queryOptions } from '@tanstack/react-query'
import { rejectAfterTimeout } from '#shared/reject-after-timeout.ts'
import type { ContentByName, ContentName } from './cms-content.ts'

/** Where the content of a router comes from: files of the site, drafts in an editor's preview, the CMS in a build. */
export interface ContentLoader {
  readonly load: <Name extends ContentName>(name: Name, signal: AbortSignal) => Promise<ContentByName[Name]>
  /** What a failed request leads to when no content is shown yet: by default the seed. */
  readonly getReaction?: (error: unknown) => Reaction
  /** The contents that are those of the seed at the moment. */
  readonly shownSeeds: Set<ContentName>
  /** Whether each page also has a document that contains its content. */
  readonly hasDocuments?: boolean
}

/** `seed`: the seed is shown. `retry`: it is not. `error`: it is not, and the request is not sent again. */
type Reaction = 'seed' | 'retry' | 'error'

/** Times that a request is sent again while content is shown. */
const MAX_RETRIES = 3

/** ms between a failed request and the next one. */
const RETRY_DELAY_MS = 3_000

/** ms between two requests while the content of the seed is shown. */
const SEED_REFETCH_INTERVAL_MS = 15_000

/** Long enough that the loader and the component share one request, also on a slow phone. A later visit fetches again. */
const STALE_TIME_MS = 5_000

/** The first part of the query keys of content. */
export const CONTENT_KEY = 'content'

/** Query options of content. It is fetched again when the visitor comes back to the tab or to the network. */
export function contentQuery<Name extends ContentName>(name: Name, loader: ContentLoader) {
  const { load, getReaction = () => 'seed', shownSeeds } = loader
  return queryOptions({
    queryKey: [CONTENT_KEY, name],
    queryFn: async ({ client, queryKey, signal }): Promise<ContentByName[Name]> => {
      try {
        const content = await load(name, signal)
        shownSeeds.delete(name)
        return content
      } catch (error) {
        const reaction = getReaction(error)
        if (signal.aborted || reaction === 'error') throw error
        console.warn(`Failed to load the content of ${name}`, error)
        if (reaction === 'retry' || client.getQueryData(queryKey) !== undefined) throw error
        const content = await loadSeedContent(name)
        shownSeeds.add(name)
        return content
      }
    },
    retry: (failureCount, error) => failureCount < MAX_RETRIES && getReaction(error) !== 'error',
    retryDelay: RETRY_DELAY_MS,
    staleTime: STALE_TIME_MS,
    gcTime: Number.POSITIVE_INFINITY, // a loader does not run again for a page that was shown
    refetchInterval: () => shownSeeds.has(name) && SEED_REFETCH_INTERVAL_MS,
    refetchOnWindowFocus: 'always',
    networkMode: 'offlineFirst', // a browser may report wrongly that it is offline
  })
}

/** ms; the script of the seed comes from the same server as the content. */
const SEED_TIMEOUT_MS = 8_000

/** Loads the content of the seed. The scripts are loaded only when they are needed. */
const loadSeedContent = <Name extends ContentName>(name: Name): Promise<ContentByName[Name]> =>
  rejectAfterTimeout(importSeedContent(name), SEED_TIMEOUT_MS, 'The seed did not respond in time')

async function importSeedContent<Name extends ContentName>(name: Name): Promise<ContentByName[Name]> {
  const { default: scripts } = await import('virtual:seed-content')
  return (await scripts[name]()).default
}

/** A file of the site: the content of one page as `/content/<name>.json`. */
interface ContentFile<Content> {
  /** The build of the pages that show the content; absent in development. */
  readonly build?: string | undefined
  readonly content: Content
}

/** The content belongs to another build of the site, whose pages may need other fields. */
export class OtherBuildError extends Error {
  readonly build: string

  constructor(build = '') {
    super('The site has been updated')
    this.build = build
  }
}

/** ms; content or seed within 2 s. */
const FILE_TIMEOUT_MS = 1_500

/**
 * Creates the loader of a visitor: the content files of the site. An error status, another file in its place, or no
 * response shows the seed. A file that the browser cannot request, without a connection or because something blocks it, is
 * an error. `build` is that of the page; absent in development.
 */
export const createFileLoader = (build?: string): ContentLoader => ({
  load: (name, signal) => fetchContentFile(name, build, signal),
  getReaction: (error) => {
    if (error instanceof OtherBuildError) return 'error'
    return error instanceof TypeError ? 'retry' : 'seed' // a TypeError of `fetch`: the request failed
  },
  shownSeeds: new Set(),
  hasDocuments: build !== undefined,
})

async function fetchContentFile<Name extends ContentName>(
  name: Name,
  build: string | undefined,
  pageSignal: AbortSignal,
): Promise<ContentByName[Name]> {
  const signal = AbortSignal.any([pageSignal, AbortSignal.timeout(FILE_TIMEOUT_MS)])
  const response = await fetch(`/content/${name}.json`, { signal })
  if (!response.ok) throw new Error(`The server responded with ${response.status}`)
  const file: ContentFile<ContentByName[Name]> = await response.json()
  if (file.build !== build) throw new OtherBuildError(file.build)
  return file.content
}
