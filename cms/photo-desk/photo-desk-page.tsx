import type { PageAppSDK } from '@contentful/app-sdk'
import { Box, ButtonGroup, Flex, Heading, Note, Tabs } from '@contentful/f36-components'
import { useSDK } from '@contentful/react-apps-toolkit'
import { useQueryClient, useQueryErrorResetBoundary } from '@tanstack/react-query'
import { type ComponentType, Suspense, use, useState } from 'react'
import { flushSync } from 'react-dom'
import { ErrorBoundary, type FallbackProps } from 'react-error-boundary'
import { Button } from './components/button.tsx'
import { Loading } from './components/loading.tsx'
import './photo-desk-page.css'
import { capitalize } from '#shared/capitalize.ts'
import { PICTURE_TYPES, parseAppPath } from './client/picture-type.ts'
import { FileIntake } from './components/file-intake.tsx'
import { PictureDialog } from './components/picture-dialog.tsx'
import { ViewTabs } from './components/view-tabs.tsx'
import { openWorkspaces } from './state/workspace/open-workspaces.ts'
import { type ViewId, WorkspaceContext } from './state/workspace/picture-workspace.ts'
import { useRestoreFocus } from './use-restore-focus.ts'
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

/** The page location of the app: all views for photographs and for logos. */
export function PhotoDeskPage() {
  const sdk = useSDK<PageAppSDK>()
  const queryClient = useQueryClient()
  const [isWaiting, setIsWaiting] = useState(false)
  const [workspaces] = useState(() => openWorkspaces({ sdk, queryClient, onWaiting: () => setIsWaiting(true) }))
  useRestoreFocus()
  return (
    <main className="desk" aria-label="Photo desk">
      <Suspense fallback={isWaiting ? <OpenElsewhere /> : <Loading />}>
        <WorkspaceViews workspaces={workspaces} />
      </Suspense>
    </main>
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

function WorkspaceViews({ workspaces }: { readonly workspaces: ReturnType<typeof openWorkspaces> }) {
  const { invocation } = useSDK<PageAppSDK>().parameters
  const [pictureType, setPictureType] = useState(() => parseAppPath(invocation?.path))
  const [viewId, setViewId] = useState<ViewId>('add')
  const workspace = use(workspaces).get(pictureType)
  if (!workspace) return null
  const openView = (id: ViewId) => {
    if (id === viewId) return
    flushSync(() => {
      setViewId(id)
      workspace.closePicture()
    })
    // The tab, so that Shift+Tab leads to it, then the first text that is missing.
    for (const start of [`[data-view="${id}"]`, '.texts-table :is(textarea, select):invalid'])
      document.querySelector<HTMLElement>(start)?.focus()
  }
  return (
    <>
      <Flex justifyContent="space-between" alignItems="center" flexWrap="wrap" gap="spacingM" marginBottom="spacingM">
        <Heading marginBottom="none">Photo desk</Heading>
        <ButtonGroup>
          {PICTURE_TYPES.map((type) => (
            <Button
              key={type.name}
              variant={type === pictureType ? 'primary' : 'secondary'}
              aria-pressed={type === pictureType}
              onClick={() => setPictureType(type)}
            >
              {capitalize(`${type.name}s`)}
            </Button>
          ))}
        </ButtonGroup>
      </Flex>
      <WorkspaceContext value={{ ...workspace, openView }} key={pictureType.type}>
        <FileIntake />
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
      </WorkspaceContext>
    </>
  )
}

/** A view with the picture that is open, or why it cannot be shown. */
function LoadedView({ View }: { readonly View: ComponentType }) {
  const { reset } = useQueryErrorResetBoundary()
  return (
    <ErrorBoundary FallbackComponent={ViewError} onReset={reset}>
      <Suspense fallback={<Loading />}>
        <View />
        <PictureDialog />
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
