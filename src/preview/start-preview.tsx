import { focusManager, QueryClient, QueryClientProvider, queryOptions, useQuery } from '@tanstack/react-query'
import type { RouterHistory } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import { createRoot } from 'react-dom/client'
import { type PreviewState, previewApiPaths, previewStateSchema } from '#server/preview/contract.ts'
import { enablePreviewMode } from '#src/content/preview-mode.ts'
import { createDraftStatusStore, type DraftStatusStore } from './draft-status-store.ts'
import { PreviewBanner } from './preview-banner.tsx'

/** Of the site's router. */
interface Router {
  readonly history: RouterHistory
  readonly options: { readonly context: { readonly queryClient: QueryClient } }
}

/**
 * Makes this page one of an editor's preview: its content comes from the server, with drafts; a banner says so, before
 * the page for who reads by ear or keyboard; in Contentful's frame the editor's typing changes the page. Visitors load
 * nothing of this. Resolves when the page may ask for its content.
 */
export async function mountPreview(root: Element, { history, options }: Router): Promise<void> {
  const client = new QueryClient()
  const drafts = createDraftStatusStore(() => client.invalidateQueries(previewStateQueryOptions()))
  const askAgain = () => {
    client.invalidateQueries(previewStateQueryOptions())
    options.context.queryClient.invalidateQueries()
  }
  const live = await liveEditorOf(document.documentElement.dataset.preview ?? '', askAgain)
  enablePreviewMode({
    graphqlUrl: previewApiPaths.graphql,
    onResponse: (draft) => {
      drafts.recordResponse(draft.page, draft.response)
      if (!draft.isComplete) drafts.recordError(draft.page, 'unfinished')
      const show: typeof draft.show = (changed) => {
        draft.show(changed)
        drafts.clearError(draft.page)
      }
      live?.subscribe({ ...draft, show }, (problem) => {
        console.warn(`The preview does not show ${draft.page} as it is being edited`, problem)
        drafts.recordError(draft.page, 'unfinished')
      })
    },
    onError: (page) => drafts.recordError(page, 'unread'),
    getInspectorProps: live?.getInspectorProps ?? (() => ({})),
  })
  noticeFocus()

  const place = document.createElement('div')
  place.style.display = 'contents' // the banner itself stands in the page's column
  root.before(place)
  createRoot(place).render(
    <QueryClientProvider client={client}>
      <ConnectedPreviewBanner
        history={history}
        draftStatus={drafts}
        onRetry={askAgain}
        isFramed={window.self !== window.top}
      />
    </QueryClientProvider>,
  )
}

/** Where Contentful's editor cannot be spoken with, it remains a preview. */
async function liveEditorOf(allowed: string, onSaved: () => void) {
  if (window.self === window.top) return undefined
  const ancestors = location.ancestorOrigins && [...location.ancestorOrigins]
  const editors = findEditorOrigins({ allowed, ancestors, referrer: document.referrer })
  if (editors.length === 0) return undefined
  const { connectLivePreview: liveEditor } = await import('./live-preview.ts')
  return liveEditor(editors, onSaved)
}

/** An editor has Contentful and the preview side by side: both windows are in sight, so only the focus tells who is looked at. */
function noticeFocus() {
  focusManager.setEventListener((onFocus) => {
    const notice = () => onFocus()
    for (const event of ['visibilitychange', 'focus']) addEventListener(event, notice)
    return () => {
      for (const event of ['visibilitychange', 'focus']) removeEventListener(event, notice)
    }
  })
}

interface ConnectedPreviewBannerProps {
  readonly history: RouterHistory
  readonly draftStatus: DraftStatusStore
  readonly onRetry: () => void
  readonly isFramed: boolean
}

/** The banner, which follows the address, the drafts and what the server says. */
function ConnectedPreviewBanner({ history, draftStatus, ...rest }: ConnectedPreviewBannerProps) {
  const { data: state, isError } = useQuery(previewStateQueryOptions())
  const draftProblem = useSyncExternalStore(draftStatus.subscribe, draftStatus.getError)
  const path = useSyncExternalStore(history.subscribe, () => history.location.href)
  const problem = state === 'ended' ? state : (draftProblem ?? (isError ? 'no list' : undefined))
  return <PreviewBanner state={state === 'ended' ? undefined : state} error={problem} path={path} {...rest} />
}

/** Contentful's own web app, in each region that has one. */
const CONTENTFUL = ['https://app.contentful.com', 'https://app.eu.contentful.com']

interface Framed {
  /** What the server says on `<html data-preview>`: origins with spaces between. It lets nobody else frame the page. */
  readonly allowed: string
  /** The pages that this one stands in, the outermost last; not every browser tells. */
  readonly ancestors: readonly string[] | undefined
  /** The page that led here; not every page tells. */
  readonly referrer: string
}

/**
 * Origins of the editors in whose frame this page may be: one, or all where the browser does not tell; none where it is
 * in somebody else's.
 */
export function findEditorOrigins({ allowed, ancestors, referrer }: Framed): readonly string[] {
  const listed = allowed.split(' ').filter(Boolean)
  const editors = listed.length > 0 ? listed : CONTENTFUL
  const outermost = ancestors ? ancestors.at(-1) : URL.parse(referrer)?.origin
  return outermost ? editors.filter((editor) => editor === outermost) : editors
}

/** Asks for what editors are told beside the page. `ended`: the server does not know this editor any more. */
export const previewStateQueryOptions = () =>
  queryOptions({
    queryKey: ['preview state'],
    queryFn: async ({ signal }): Promise<PreviewState | 'ended'> => {
      const response = await fetch(previewApiPaths.state, {
        headers: { accept: 'application/json' },
        signal: AbortSignal.any([signal, AbortSignal.timeout(PATIENCE)]),
      })
      if (response.status === 401) return 'ended'
      if (!response.ok) throw new Error(`The preview's state: the server answered ${response.status}`)
      return previewStateSchema.parse(await response.json())
    },
    retry: false,
    refetchOnWindowFocus: 'always',
    networkMode: 'always',
  })

/** ms; the server may have to ask Contentful for every entry. */
const PATIENCE = 20_000
