import { focusManager, QueryClient, QueryClientProvider, queryOptions, useQuery } from '@tanstack/react-query'
import type { RouterHistory } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import { createRoot } from 'react-dom/client'
import { type PreviewState, previewApiPaths, previewStateSchema } from '#server/preview/contract.ts'
import { enablePreviewMode } from '#src/content/preview-mode.ts'
import { createDraftStatusStore, type DraftStatusStore } from './draft-status-store.ts'
import { PreviewBanner } from './preview-banner.tsx'

/** The parts of the site's router that the preview uses. */
interface Router {
  readonly history: RouterHistory
  readonly options: { readonly context: { readonly queryClient: QueryClient } }
}

/**
 * Enables preview mode for an editor: content comes from the server with drafts, and a banner is mounted before the
 * page. In Contentful's frame the page also updates while the editor types. Visitors do not load this module. Resolves
 * when the page can load its content.
 */
export async function mountPreview(root: Element, { history, options }: Router): Promise<void> {
  const client = new QueryClient()
  const drafts = createDraftStatusStore(() => client.invalidateQueries(previewStateQueryOptions()))
  const refetchAll = () => {
    client.invalidateQueries(previewStateQueryOptions())
    options.context.queryClient.invalidateQueries()
  }
  const livePreview = await connectToEditor(document.documentElement.dataset.preview ?? '', refetchAll)
  enablePreviewMode({
    graphqlUrl: previewApiPaths.graphql,
    onResponse: (draft) => {
      drafts.recordResponse(draft.page, draft.response)
      if (!draft.isComplete) drafts.recordError(draft.page, 'unfinished')
      const show: typeof draft.show = (changed) => {
        draft.show(changed)
        drafts.clearError(draft.page)
      }
      livePreview?.subscribe({ ...draft, show }, (error) => {
        console.warn(`Failed to show the edited content of ${draft.page}`, error)
        drafts.recordError(draft.page, 'unfinished')
      })
    },
    onError: (page) => drafts.recordError(page, 'unread'),
    getInspectorProps: livePreview?.getInspectorProps ?? (() => ({})),
  })
  refetchOnWindowFocus()

  const container = document.createElement('div')
  container.style.display = 'contents' // the banner is a flex item of the body
  root.before(container)
  createRoot(container).render(
    <QueryClientProvider client={client}>
      <ConnectedPreviewBanner
        history={history}
        draftStatus={drafts}
        onRetry={refetchAll}
        isFramed={window.self !== window.top}
      />
    </QueryClientProvider>,
  )
}

/**
 * Connects to Contentful's editor. Returns `undefined` outside its frame: the preview then works without live updates.
 */
async function connectToEditor(allowed: string, onSaved: () => void) {
  if (window.self === window.top) return undefined
  const ancestors = location.ancestorOrigins && [...location.ancestorOrigins]
  const origins = findEditorOrigins({ allowed, ancestors, referrer: document.referrer })
  if (origins.length === 0) return undefined
  const { connectLivePreview } = await import('./live-preview.ts')
  return connectLivePreview(origins, onSaved)
}

/** Refetches on window focus too: with Contentful and the preview side by side, the visibility does not change. */
function refetchOnWindowFocus() {
  focusManager.setEventListener((onFocus) => {
    const listener = () => onFocus()
    for (const event of ['visibilitychange', 'focus']) addEventListener(event, listener)
    return () => {
      for (const event of ['visibilitychange', 'focus']) removeEventListener(event, listener)
    }
  })
}

interface ConnectedPreviewBannerProps {
  readonly history: RouterHistory
  readonly draftStatus: DraftStatusStore
  readonly onRetry: () => void
  readonly isFramed: boolean
}

/** Connects the banner to the URL, the draft status and the preview state. */
function ConnectedPreviewBanner({ history, draftStatus, ...rest }: ConnectedPreviewBannerProps) {
  const { data: state, isError } = useQuery(previewStateQueryOptions())
  const draftError = useSyncExternalStore(draftStatus.subscribe, draftStatus.getError)
  const path = useSyncExternalStore(history.subscribe, () => history.location.href)
  const error = state === 'ended' ? state : (draftError ?? (isError ? 'no list' : undefined))
  return <PreviewBanner state={state === 'ended' ? undefined : state} error={error} path={path} {...rest} />
}

/** Origins of Contentful's web app, one per region. */
const CONTENTFUL_ORIGINS = ['https://app.contentful.com', 'https://app.eu.contentful.com']

interface FrameInfo {
  /** `<html data-preview>`: the origins that may embed the page, separated by spaces. */
  readonly allowed: string
  /** Origins of the ancestor frames, the outermost last. Not supported by every browser. */
  readonly ancestors: readonly string[] | undefined
  /** `document.referrer`. Can be empty. */
  readonly referrer: string
}

/**
 * Finds the possible origins of the editor that embeds this page: one, all allowed ones if the browser does not reveal
 * the parent, or none if another site embeds the page.
 */
export function findEditorOrigins({ allowed, ancestors, referrer }: FrameInfo): readonly string[] {
  const allowedOrigins = allowed.split(' ').filter(Boolean)
  const editorOrigins = allowedOrigins.length > 0 ? allowedOrigins : CONTENTFUL_ORIGINS
  const outermost = ancestors ? ancestors.at(-1) : URL.parse(referrer)?.origin
  return outermost ? editorOrigins.filter((origin) => origin === outermost) : editorOrigins
}

/** Query options for the preview state. `ended`: the preview session is no longer valid. */
export const previewStateQueryOptions = () =>
  queryOptions({
    queryKey: ['preview state'],
    queryFn: async ({ signal }): Promise<PreviewState | 'ended'> => {
      const response = await fetch(previewApiPaths.state, {
        headers: { accept: 'application/json' },
        signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
      })
      if (response.status === 401) return 'ended'
      if (!response.ok) throw new Error(`Preview state: the server responded with ${response.status}`)
      return previewStateSchema.parse(await response.json())
    },
    retry: false,
    refetchOnWindowFocus: 'always',
    networkMode: 'always',
  })

/** Long, because the server may have to fetch all entries from Contentful. */
const TIMEOUT_MS = 20_000
