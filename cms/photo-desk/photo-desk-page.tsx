import type { PageAppSDK } from '@contentful/app-sdk'
import { Box, Button, ButtonGroup, Flex, Heading, Note, Spinner, Tabs } from '@contentful/f36-components'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { Component, type ReactNode, Suspense, use, useRef, useState } from 'react'
import { LOGO_TYPE, PHOTO_TYPE, type PictureType } from '#cms/pictures/picture-type.ts'
import './photo-desk-page.css'
import { OrderView } from './order/order-view.tsx'
import { PublishingView } from './publishing/publishing-view.tsx'
import { createDesk, type Desk, DeskProvider } from './space/desk.ts'
import { openDeskDatabase } from './space/desk-database.ts'
import { createSpaceClient } from './space/space-client.ts'
import { type ViewId, ViewNavigationProvider } from './space/view-navigation.ts'
import { TextsView } from './texts/texts-view.tsx'
import { createPictureTools } from './uploads/picture-tools.ts'
import { UploadsView } from './uploads/uploads-view.tsx'
import { useKeptFocus } from './use-kept-focus.ts'
import { focusTab, ViewTabs } from './view-tabs.tsx'

/** The views of a desk, in the order of the work. */
const VIEWS = [
  { id: 'add', name: 'Add', View: UploadsView },
  { id: 'texts', name: 'Texts', View: TextsView },
  { id: 'order', name: 'Order', View: OrderView },
  { id: 'publish', name: 'Publish', View: PublishingView },
] as const

const PICTURE_TYPES = [
  { pictureType: PHOTO_TYPE, name: 'Photographs' },
  { pictureType: LOGO_TYPE, name: 'Logos' },
] as const

/** The page location of the app: all views for photographs and for logos. */
export function PhotoDeskPage({ sdk }: { readonly sdk: PageAppSDK }) {
  const [queryClient] = useState(() => new QueryClient())
  const [desks] = useState(() => openDesks(sdk, queryClient))
  return (
    <QueryClientProvider client={queryClient}>
      <Suspense fallback={<Loading />}>
        <DeskViews desks={desks} />
      </Suspense>
    </QueryClientProvider>
  )
}

/** Creates a desk for each picture type, and continues the unfinished work of an earlier page. */
async function openDesks(sdk: PageAppSDK, queryClient: QueryClient): Promise<ReadonlyMap<PictureType, Desk>> {
  const { space, environment, environmentAlias } = sdk.ids
  const database = await openDeskDatabase(space, environmentAlias ?? environment)
  const client = createSpaceClient(sdk.cma)
  const tools = createPictureTools()
  const desks = PICTURE_TYPES.map(({ pictureType }) =>
    createDesk({ sdk, client, queryClient, database, pictureType, tools }),
  )
  for (const { edits, order, uploads } of desks)
    await Promise.all([edits.restore(), order.restore(), uploads.restore()])
  window.addEventListener('beforeunload', (event) => {
    if (desks.some(({ order, uploads }) => order.hasUnsavedChanges() || uploads.hasUnsavedFiles()))
      event.preventDefault()
  })
  return new Map(desks.map((desk) => [desk.pictureType, desk]))
}

function DeskViews({ desks }: { readonly desks: Promise<ReadonlyMap<PictureType, Desk>> }) {
  const [pictureType, setPictureType] = useState<PictureType>(PHOTO_TYPE)
  const [viewId, setViewId] = useState<ViewId>('add')
  const desk = use(desks).get(pictureType)
  const page = useRef<HTMLDivElement>(null)
  useKeptFocus(page)
  if (!desk) return null
  const openView = (id: ViewId) => {
    setViewId(id)
    focusTab(id)
  }
  return (
    <div ref={page} className="desk">
      <Flex justifyContent="space-between" alignItems="center" flexWrap="wrap" gap="spacingM" marginBottom="spacingM">
        <Heading marginBottom="none">Photo desk</Heading>
        <ButtonGroup>
          {PICTURE_TYPES.map(({ pictureType: type, name }) => (
            <Button
              key={name}
              size="small"
              variant={type === pictureType ? 'primary' : 'secondary'}
              aria-pressed={type === pictureType}
              onClick={() => setPictureType(type)}
            >
              {name}
            </Button>
          ))}
        </ButtonGroup>
      </Flex>
      <DeskProvider value={desk} key={pictureType.type}>
        <Tabs currentTab={viewId} onTabChange={(tab) => setViewId(VIEWS.find(({ id }) => id === tab)?.id ?? 'add')}>
          <ViewTabs views={VIEWS} />
          {VIEWS.map(({ id, View }) => (
            <Tabs.Panel key={id} id={id}>
              <Box paddingTop="spacingL">
                <ErrorBoundary>
                  <Suspense fallback={<Loading />}>
                    <ViewNavigationProvider value={openView}>{id === viewId && <View />}</ViewNavigationProvider>
                  </Suspense>
                </ErrorBoundary>
              </Box>
            </Tabs.Panel>
          ))}
        </Tabs>
      </DeskProvider>
    </div>
  )
}

const Loading = () => (
  <Flex role="status" alignItems="center" gap="spacingS">
    <Spinner /> Loading …
  </Flex>
)

interface ErrorBoundaryProps {
  readonly children: ReactNode
}

/** Shows why a view cannot be shown, and renders it again on request. */
class ErrorBoundary extends Component<ErrorBoundaryProps> {
  override state: { readonly error: unknown } = { error: undefined }

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override render() {
    const { error } = this.state
    if (error === undefined) return this.props.children
    return (
      <Note variant="negative" title="This cannot be shown">
        <p>{error instanceof Error ? error.message : String(error)}</p>
        <Button onClick={() => this.setState({ error: undefined })}>Retry</Button>
      </Note>
    )
  }
}
