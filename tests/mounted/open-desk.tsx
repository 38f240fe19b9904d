import '#cms/photo-desk/photo-desk-page.css'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { LOCAL_TOKENS } from 'contentful-local/constants'
import { createClient, type MakeRequestOptions, RestAdapter } from 'contentful-management'
import { type ReactNode, Suspense } from 'react'
import { onTestFinished, vi } from 'vitest'
import { commands } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { getListedEntryIds } from '#cms/photo-desk/client/page-list.ts'
import { PHOTO_TYPE, type PictureType } from '#cms/photo-desk/client/picture-type.ts'
import { createSpacePicturesQuery } from '#cms/photo-desk/client/space-pictures.ts'
import { Loading } from '#cms/photo-desk/components/loading.tsx'
import { createPictureTools } from '#cms/photo-desk/state/uploads/picture-tools.ts'
import { createWorkspace, type DeskSdk, WorkspaceContext } from '#cms/photo-desk/state/workspace/picture-workspace.ts'
import { createFastDeskClient } from '#tests/setup/photo-desk/test-cma.ts'

interface DeskOptions {
  readonly pictureType?: PictureType
  /** Parameters of the app's installation. */
  readonly installation?: object
}

const CLIENT_OPTIONS = { type: 'plain', defaults: { spaceId: 'local', environmentId: 'master' } } as const

/** A request of the desk to Contentful. */
export type DeskRequest = Pick<MakeRequestOptions, 'entityType' | 'action' | 'params' | 'payload'>

/**
 * Opens the photo desk of a picture type on a local Contentful of the test, without the page around its views. Its requests
 * are those of the official client.
 */
export async function openDesk({ pictureType = PHOTO_TYPE, installation = {} }: DeskOptions = {}) {
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
  const client = createFastDeskClient(createClient({ apiAdapter: { makeRequest } }, CLIENT_OPTIONS))
  const queryClient = new QueryClient({
    defaultOptions: { queries: { retry: false }, mutations: { networkMode: 'always' } },
  })
  const notifier = { success: vi.fn(), warning: vi.fn(), error: vi.fn() }
  const openEntry = vi.fn()
  const sdk: DeskSdk = {
    ids: { environment: 'master', user: 'local' },
    notifier,
    navigator: { openEntry },
    parameters: { installation },
  }
  const workspace = createWorkspace({
    client,
    queryClient,
    database: undefined,
    pictureType,
    tools: createPictureTools(queryClient),
    userId: 'local',
    onTextsOrphaned: () => {},
  })
  const pictures = await queryClient.ensureQueryData(createSpacePicturesQuery(client, pictureType))
  const openView = vi.fn()
  return {
    /** The client of another editor, whose requests `onRequest` does not see. */
    space: createClient({ apiAdapter: adapter }, CLIENT_OPTIONS),
    workspace,
    /** Ids of the pictures of the space, in the order of their page. */
    listPictureIds: () => getListedEntryIds(pictures.page, pictureType.page),
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
            <main className="desk">
              <Suspense fallback={<Loading />}>{content}</Suspense>
            </main>
          </WorkspaceContext>
        </QueryClientProvider>,
      ),
  }
}

/** The error of Contentful's client for a response with this status. */
export const createRejection = (status: number, message = ''): Error => new Error(JSON.stringify({ status, message }))
