import type { PageAppSDK } from '@contentful/app-sdk'
import { Box, Button, ButtonGroup, Flex, Heading, Note, Tabs } from '@contentful/f36-components'
import { QueryClient, QueryClientProvider, useQueryErrorResetBoundary } from '@tanstack/react-query'
import { type ComponentType, Suspense, use, useRef, useState } from 'react'
import { ErrorBoundary, type FallbackProps } from 'react-error-boundary'
import { Loading } from './components/loading.tsx'
import './photo-desk-page.css'
import { PICTURE_TYPES, type PictureType, parseAppPath } from './client/picture-type.ts'
import { FileIntake } from './components/file-intake.tsx'
import { openWorkspaces } from './state/workspace/open-workspaces.ts'
import { type ViewId, WorkspaceContext } from './state/workspace/picture-workspace.ts'
import { useRestoreFocus } from './use-restore-focus.ts'
import { focusTab, ViewTabs } from './view-tabs.tsx'
import { UploadsView } from './views/add/uploads-view.tsx'
import { OrderView } from './views/order/order-view.tsx'
import { PublishingView } from './views/publish/publishing-view.tsx'
import { TextsView } from './views/texts/texts-view.tsx'

/** The views of a desk, in the order of the work. */
const VIEWS = [
  { id: 'add', name: 'Add', View: UploadsView },
  { id: 'texts', name: 'Texts', View: TextsView },
  { id: 'order', name: 'Order', View: OrderView },
  { id: 'publish', name: 'Publish', View: PublishingView },
] as const

/** The labels of the picture types. */
const TYPE_LABELS = { photograph: 'Photographs', logo: 'Logos' } as const

const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: false }, // the client of the desk has retried the requests
    mutations: { networkMode: 'always' }, // without a connection they fail, and say so
  },
})

/** The page location of the app: all views for photographs and for logos. */
export function PhotoDeskPage({ sdk }: { readonly sdk: PageAppSDK }) {
  const [isWaiting, setIsWaiting] = useState(false)
  const [workspaces] = useState(() => openWorkspaces({ sdk, queryClient, onWaiting: () => setIsWaiting(true) }))
  const page = useRef<HTMLElement>(null)
  useRestoreFocus(page)
  return (
    <QueryClientProvider client={queryClient}>
      <main ref={page} className="desk" aria-label="Photo desk">
        <Suspense fallback={isWaiting ? <OpenElsewhere /> : <Loading />}>
          <WorkspaceViews workspaces={workspaces} initialType={parseAppPath(sdk.parameters.invocation?.path)} />
        </Suspense>
      </main>
    </QueryClientProvider>
  )
}

/** Unfinished work is kept once for all tabs: two that work on it would upload the same files twice. */
const OpenElsewhere = () => (
  <div role="status">
    <Note variant="warning" title="The photo desk is open in another tab">
      Continue there, or close it: then it opens here.
    </Note>
  </div>
)

interface WorkspaceViewsProps {
  readonly workspaces: ReturnType<typeof openWorkspaces>
  readonly initialType: PictureType
}

function WorkspaceViews({ workspaces, initialType }: WorkspaceViewsProps) {
  const [pictureType, setPictureType] = useState(initialType)
  const [viewId, setViewId] = useState<ViewId>('add')
  const workspace = use(workspaces).get(pictureType)
  if (!workspace) return null
  const openView = (id: ViewId) => {
    setViewId(id)
    if (id !== viewId) focusTab(id)
  }
  return (
    <>
      <Flex justifyContent="space-between" alignItems="center" flexWrap="wrap" gap="spacingM" marginBottom="spacingM">
        <Heading marginBottom="none">Photo desk</Heading>
        <ButtonGroup>
          {PICTURE_TYPES.map((type) => (
            <Button
              key={type.name}
              size="small"
              variant={type === pictureType ? 'primary' : 'secondary'}
              aria-pressed={type === pictureType}
              onClick={() => setPictureType(type)}
            >
              {TYPE_LABELS[type.name]}
            </Button>
          ))}
        </ButtonGroup>
      </Flex>
      <WorkspaceContext value={{ ...workspace, openView }} key={pictureType.type}>
        <FileIntake>
          <Tabs
            currentTab={viewId}
            onTabChange={(tab) => setViewId((current) => VIEWS.find(({ id }) => id === tab)?.id ?? current)}
          >
            <ViewTabs views={VIEWS} />
            {VIEWS.map(({ id, View }) => (
              <Tabs.Panel key={id} id={id}>
                <Box paddingTop="spacingL">{id === viewId && <LoadedView View={View} />}</Box>
              </Tabs.Panel>
            ))}
          </Tabs>
        </FileIntake>
      </WorkspaceContext>
    </>
  )
}

/** A view, or why it cannot be shown. */
function LoadedView({ View }: { readonly View: ComponentType }) {
  const { reset } = useQueryErrorResetBoundary()
  return (
    <ErrorBoundary FallbackComponent={ViewError} onReset={reset}>
      <Suspense fallback={<Loading />}>
        <View />
      </Suspense>
    </ErrorBoundary>
  )
}

const ViewError = ({ error, resetErrorBoundary }: FallbackProps) => (
  <Note variant="negative" title="This cannot be shown">
    <p>{error instanceof Error ? error.message : String(error)}</p>
    <Button onClick={resetErrorBoundary}>Retry</Button>
  </Note>
)
