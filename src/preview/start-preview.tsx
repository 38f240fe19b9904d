import { focusManager, type QueryClient, QueryClientProvider, queryOptions, useQuery } from '@tanstack/react-query'
import type { RouterHistory } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import { createRoot } from 'react-dom/client'
import { type PreviewState, previewApiPaths, previewStateSchema } from '#shared/preview-contract.ts'
import { type ContentByName, type ContentName, fetchCmsContent, UnknownQueryError } from '#src/content/cms-content.ts'
import { CONTENT_KEY, type ContentLoader, contentQuery } from '#src/content/content-query.ts'
import { createDraftStatusStore, type DraftStatusStore } from './draft-status-store.ts'
import { PreviewBanner } from './preview-banner.tsx'

interface PreviewOptions {
  readonly history: RouterHistory
  readonly queryClient: QueryClient
}

/** Drafts matter more than speed. The server has the token for drafts. */
const ENDPOINT = { url: previewApiPaths.graphql, headers: {}, timeoutMs: 10_000 }

/**
 * Starts the preview of an editor: content comes from the server, with drafts, and a banner is added before the page. In
 * Contentful's frame the page updates while the editor types. Visitors do not load this module.
 */
export async function mountPreview(root: Element, { history, queryClient }: PreviewOptions) {
  const drafts = createDraftStatusStore(() => queryClient.invalidateQueries(previewStateQueryOptions()))
  const refetchAll = () => {
    queryClient.invalidateQueries(previewStateQueryOptions())
    queryClient.invalidateQueries({ queryKey: [CONTENT_KEY] })
  }
  const live = await connectEditor(document.documentElement.dataset.preview ?? '', refetchAll)

  async function fetchDrafts<Name extends ContentName>(name: Name, signal: AbortSignal): Promise<ContentByName[Name]> {
    try {
      const endpoint = { ...ENDPOINT, queryName: name }
      const { query, response, content, isComplete, map } = await fetchCmsContent(name, endpoint, signal)
      drafts.recordResponse(name, response)
      if (!isComplete) drafts.recordError(name, 'unfinished')
      const show = (updated: typeof response) => {
        queryClient.setQueryData(contentQuery(name, contentLoader).queryKey, map(updated))
        drafts.clearError(name)
      }
      live?.subscribe({ name, query, response, show }, (error) => {
        console.warn(`The preview cannot show the edited content of ${name}`, error)
        drafts.recordError(name, 'unfinished')
      })
      return content
    } catch (error) {
      // Once: a page that was reloaded for it, and still cannot read this draft, shows the error.
      if (error instanceof UnknownQueryError && (drafts.hasResponse(name) || !isReloaded())) {
        location.reload()
        return new Promise(() => {}) // the page stays until it is replaced
      }
      if (!signal.aborted) drafts.recordError(name, 'unread')
      throw error
    }
  }
  const contentLoader: ContentLoader = { load: fetchDrafts, shownSeeds: new Set() }
  refetchOnFocus()

  const container = document.createElement('div')
  container.style.display = 'contents' // the banner is a flex item of the body
  root.before(container)
  createRoot(container).render(
    <QueryClientProvider client={queryClient}>
      <ConnectedPreviewBanner
        history={history}
        draftStatus={drafts}
        onRetry={refetchAll}
        isFramed={window.self !== window.top}
      />
    </QueryClientProvider>,
  )
  return { contentLoader, getInspectorProps: live?.getInspectorProps }
}

const isReloaded = () =>
  performance
    .getEntriesByType('navigation')
    .some((entry) => entry instanceof PerformanceNavigationTiming && entry.type === 'reload')

/** Returns `undefined` if the page is not in a frame of an allowed editor. */
async function connectEditor(allowed: string, onSaved: () => void) {
  if (window.self === window.top) return undefined
  const ancestors = location.ancestorOrigins && [...location.ancestorOrigins]
  const editors = findEditorOrigins({ allowed, ancestors, referrer: document.referrer })
  if (editors.length === 0) return undefined
  const { connectLivePreview } = await import('./live-preview.ts')
  return connectLivePreview(editors, onSaved)
}

/** Also treats window focus as focus: editors have Contentful and the preview side by side, so visibility does not change. */
function refetchOnFocus() {
  focusManager.setEventListener((onFocus) => {
    const listening = new AbortController()
    for (const event of ['visibilitychange', 'focus'])
      addEventListener(event, () => onFocus(), { signal: listening.signal })
    return () => listening.abort()
  })
}

interface ConnectedPreviewBannerProps {
  readonly history: RouterHistory
  readonly draftStatus: DraftStatusStore
  readonly onRetry: () => void
  readonly isFramed: boolean
}

/** The banner with the current path, draft status and preview state. */
function ConnectedPreviewBanner({ history, draftStatus, ...rest }: ConnectedPreviewBannerProps) {
  const { data: state, isError } = useQuery(previewStateQueryOptions())
  const draftError = useSyncExternalStore(draftStatus.subscribe, draftStatus.getError)
  const path = useSyncExternalStore(history.subscribe, () => history.location.href)
  const error = state === 'ended' ? state : (draftError ?? (isError ? 'no list' : undefined))
  return <PreviewBanner state={state === 'ended' ? undefined : state} error={error} path={path} {...rest} />
}

/** Origins of Contentful's web app, by region. */
const CONTENTFUL_ORIGINS = ['https://app.contentful.com', 'https://app.eu.contentful.com']

interface FrameInfo {
  /** The value of `<html data-preview>`: origins that may frame the page, separated by spaces. Empty: Contentful's. */
  readonly allowed: string
  /** Origins of the frames around the page, outermost last; `undefined` in browsers without `ancestorOrigins`. */
  readonly ancestors: readonly string[] | undefined
  /** `document.referrer`; may be empty. */
  readonly referrer: string
}

/**
 * Returns the origin of the editor that frames the page; all allowed origins if the browser does not provide it; none if
 * another site frames the page.
 */
export function findEditorOrigins({ allowed, ancestors, referrer }: FrameInfo): readonly string[] {
  const allowedOrigins = allowed.split(' ').filter(Boolean)
  const editors = allowedOrigins.length > 0 ? allowedOrigins : CONTENTFUL_ORIGINS
  const outermost = ancestors ? ancestors.at(-1) : URL.parse(referrer)?.origin
  return outermost ? editors.filter((editor) => editor === outermost) : editors
}

/** Query options of the preview state. `ended`: the preview session has ended. */
export const previewStateQueryOptions = () =>
  queryOptions({
    queryKey: ['preview state'],
    queryFn: async ({ signal }): Promise<PreviewState | 'ended'> => {
      const response = await fetch(previewApiPaths.state, {
        headers: { accept: 'application/json' },
        signal: AbortSignal.any([signal, AbortSignal.timeout(STATE_TIMEOUT_MS)]),
      })
      if (response.status === 401) return 'ended'
      if (!response.ok) throw new Error(`Failed to fetch the preview state: HTTP ${response.status}`)
      return previewStateSchema.parse(await response.json())
    },
    retry: false,
    refetchOnWindowFocus: 'always',
    networkMode: 'always',
  })

/** The server may have to read all entries from Contentful. */
const STATE_TIMEOUT_MS = 20_000
