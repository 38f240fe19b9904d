import '#cms/photo-desk/photo-desk-page.css'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { LOCAL_TOKENS } from 'contentful-local/constants'
import { createClient, type MakeRequestOptions, type PlainClientAPI, RestAdapter } from 'contentful-management'
import { type ReactNode, Suspense } from 'react'
import { expect, onTestFinished, vi } from 'vitest'
import { commands } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { getListedEntryIds } from '#cms/photo-desk/client/page-list.ts'
import { PHOTO_TYPE, type PictureType } from '#cms/photo-desk/client/picture-type.ts'
import { createSpacePicturesQuery } from '#cms/photo-desk/client/space-pictures.ts'
import { Loading } from '#cms/photo-desk/components/loading.tsx'
import { listPictures } from '#cms/photo-desk/state/pictures/picture.ts'
import { createPictureTools, type PictureTools } from '#cms/photo-desk/state/uploads/picture-tools.ts'
import { createWorkspace, type DeskSdk, WorkspaceContext } from '#cms/photo-desk/state/workspace/picture-workspace.ts'
import { useRestoreFocus } from '#cms/photo-desk/use-restore-focus.ts'
import { LOCALE } from '#shared/constants.ts'
import { createFastDeskClient } from '#tests/setup/photo-desk/test-cma.ts'

export { render }

interface DeskOptions {
  readonly pictureType?: PictureType
  /** Parameters of the app's installation. */
  readonly installation?: object
  /** The id of the editor. Whatever is changed by `space` is a change of `LOCAL_USER`. */
  readonly userId?: string
  readonly tools?: PictureTools
  /** Changes the space before the desk reads it. */
  readonly prepare?: (space: PlainClientAPI) => Promise<unknown>
}

const CLIENT_OPTIONS = { type: 'plain', defaults: { spaceId: 'local', environmentId: 'master' } } as const

/** A request of the desk to Contentful. */
export type DeskRequest = Pick<MakeRequestOptions, 'entityType' | 'action' | 'params' | 'payload'>

/**
 * Opens the photo desk of a picture type on a local Contentful of the test, without the page around its views. Its requests
 * are those of the official client. The test fails for errors that React logs.
 */
export async function openDesk(options: DeskOptions = {}) {
  const { pictureType = PHOTO_TYPE, installation = {}, userId = 'local', tools, prepare } = options
  const logError = vi.spyOn(console, 'error')
  onTestFinished(() => {
    // The browser shows what a ResizeObserver could not deliver in the next frame.
    const errors = logError.mock.calls.filter(([error]) => !String(error).includes('ResizeObserver loop'))
    logError.mockRestore() // it forgets its calls
    expect(errors, 'errors that are logged').toEqual([])
  })
  const url = await commands.startPictureSpace()
  onTestFinished(() => commands.stopPictureSpace(url))
  const { host } = new URL(url)
  const token = LOCAL_TOKENS.management
  const adapter = new RestAdapter({ accessToken: token, host, hostUpload: host, insecure: true, retryOnError: false })
  const onRequest = vi.fn<(request: DeskRequest) => void | Promise<void>>()
  const makeRequest: typeof adapter.makeRequest = async (request) => {
    await onRequest(request)
    return adapter.makeRequest(request)
  }
  const space = createClient({ apiAdapter: adapter }, CLIENT_OPTIONS)
  await prepare?.(space)
  const client = createFastDeskClient(createClient({ apiAdapter: { makeRequest } }, CLIENT_OPTIONS))
  const queryClient = new QueryClient({
    defaultOptions: { queries: { retry: false }, mutations: { networkMode: 'always' } },
  })
  const notifier = { success: vi.fn(), warning: vi.fn(), error: vi.fn() }
  const openEntry = vi.fn()
  const sdk: DeskSdk = {
    ids: { environment: 'master', user: userId },
    notifier,
    navigator: { openEntry },
    parameters: { installation },
  }
  const workspace = createWorkspace({
    client,
    queryClient,
    database: undefined,
    pictureType,
    tools: tools ?? createPictureTools(queryClient),
    userId,
    onTextsOrphaned: () => {},
  })
  const pictures = await queryClient.ensureQueryData(createSpacePicturesQuery(client, pictureType))
  const listPictureIds = () => getListedEntryIds(pictures.page, pictureType.page)
  const openView = vi.fn()
  return {
    /** The client of another editor, whose requests `onRequest` does not see. */
    space,
    workspace,
    /** Ids of the pictures that the page lists when the desk is opened, in their order. */
    listPictureIds,
    /** Reads a text of these pictures as it is saved; `undefined` without one. */
    readTexts: (field: string) => readTexts(space, listPictureIds(), field),
    /** A picture as the desk knows it now. */
    getPicture: (id: string) => listPictures(workspace.getSpacePictures() ?? pictures, pictureType).get(id),
    /** Called with each request of the desk before it is sent. What it throws is the response. */
    onRequest,
    notifier,
    openEntry,
    openView,
    /** Mounts a part of the desk. */
    mount: (content: ReactNode) =>
      render(
        <QueryClientProvider client={queryClient}>
          <WorkspaceContext value={{ ...workspace, sdk, openView }}>
            <DeskPage>{content}</DeskPage>
          </WorkspaceContext>
        </QueryClientProvider>,
      ),
  }
}

/** Reads a field of entries; `undefined` without a value. */
async function readTexts(space: PlainClientAPI, ids: readonly string[], field: string): Promise<readonly unknown[]> {
  const entries = await Promise.all(ids.map((entryId) => space.entry.get({ entryId })))
  return entries.map(({ fields }) => fields[field]?.[LOCALE] || undefined)
}

/** What the page of the desk does around its views. */
function DeskPage({ children }: { readonly children: ReactNode }) {
  useRestoreFocus()
  return (
    <main className="desk">
      <Suspense fallback={<Loading />}>{children}</Suspense>
    </main>
  )
}

/** The error of Contentful's client for a response with this status. */
export const createRejection = (status: number, message = ''): Error => new Error(JSON.stringify({ status, message }))
