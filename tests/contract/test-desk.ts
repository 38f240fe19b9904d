import { QueryClient } from '@tanstack/react-query'
import { LOCAL_TOKENS } from 'contentful-local/constants'
import { createClient, type MakeRequestOptions, RestAdapter } from 'contentful-management'
import { expect, onTestFinished, vi } from 'vitest'
import type { createDeskClient, DeskClient } from '#cms/photo-desk/client/desk-client.ts'
import { type DeskDatabase, openDeskDatabase } from '#cms/photo-desk/client/desk-database.ts'
import { PHOTO_TYPE, type PictureType } from '#cms/photo-desk/client/picture-type.ts'
import { createSpacePicturesQuery } from '#cms/photo-desk/client/space-pictures.ts'
import type { DeskPicture } from '#cms/photo-desk/state/pictures/picture.ts'
import { listOrphanedTexts, listPictureRows } from '#cms/photo-desk/state/texts/picture-rows.ts'
import type { PictureTools } from '#cms/photo-desk/state/uploads/picture-tools.ts'
import type { Upload } from '#cms/photo-desk/state/uploads/upload.ts'
import { UnsuitableFileError } from '#cms/photo-desk/state/uploads/worker/unsuitable-file-error.ts'
import { createWorkspace } from '#cms/photo-desk/state/workspace/picture-workspace.ts'
import { hashFile } from '#cms/pictures/picture-file.ts'
import { createManagementClient } from '#local-tests/test-contentful.ts'
import { wait } from '#shared/wait.ts'
import {
  createPictureSpace,
  INITIAL_COUNT,
  type PictureSpace,
  readListedIds,
} from '#tests/setup/contentful/picture-space.ts'
import { createPhoto } from '#tests/setup/contentful/test-pictures.ts'
import { createFastDeskClient } from '#tests/setup/photo-desk/test-cma.ts'

type CMAClient = Parameters<typeof createDeskClient>[0]

/** Requests that replace those of a client. */
type ClientOverrides = { readonly [Name in 'asset' | 'entry' | 'upload']?: Partial<CMAClient[Name]> }

interface WorkspaceOptions {
  readonly pictureType?: PictureType
  readonly intercept?: (client: CMAClient, url: string) => ClientOverrides
  readonly database?: DeskDatabase | undefined
  /** Waits before a file is read. */
  readonly waitForFile?: (fileName: string) => Promise<unknown>
  readonly wrapClient?: (client: DeskClient) => DeskClient
}

/** A workspace on a local Contentful. Instead of converting, its tools use the content of a file as it is. */
function createTestWorkspace({ url }: PictureSpace, options: WorkspaceOptions) {
  const { pictureType = PHOTO_TYPE, intercept, database, waitForFile, wrapClient = (client) => client } = options
  const cma: CMAClient = createManagementClient(url)
  const changes = intercept?.(cma, url)
  const client = wrapClient(
    createFastDeskClient({
      ...cma,
      asset: { ...cma.asset, ...changes?.asset },
      entry: { ...cma.entry, ...changes?.entry },
      upload: { ...cma.upload, ...changes?.upload },
    }),
  )
  const orphanedTexts: string[] = []
  const prepare: PictureTools['prepare'] = async (file) => {
    if (file instanceof File) await waitForFile?.(file.name)
    if (file.size === 0) throw new UnsuitableFileError('is empty')
    const content = new Uint8Array(await file.arrayBuffer())
    const master = new Blob([content], { type: 'image/jpeg' })
    // Different for each content, so that only the same content is a duplicate.
    const hashes = { hash: await hashFile(content), perceptualHash: content.subarray(-768) }
    return { ...hashes, master, extension: '.jpg', notes: [], thumbnail: master }
  }
  const queryClient = new QueryClient()
  const workspace = createWorkspace({
    client,
    queryClient,
    database,
    pictureType,
    tools: { prepare, hashSpacePicture: async () => new Uint8Array(768) },
    userId: 'me',
    onTextsOrphaned: (fileNames) => void orphanedTexts.push(...fileNames),
  })
  return { client, queryClient, workspace, orphanedTexts }
}

/** The queue of a workspace on a space of the test. */
export async function createTestQueue(options: WorkspaceOptions = {}) {
  const space = await createPictureSpace()
  onTestFinished(() => space[Symbol.asyncDispose]())
  const { workspace, orphanedTexts } = createTestWorkspace(space, options)
  const { uploads: queue, edits } = workspace
  const addPhotos = async (...names: readonly string[]) =>
    queue.addFiles(await Promise.all(names.map((name) => createPhotoFile(name))))
  const getStatuses = () => queue.store.getState().map(({ status }) => status)
  const waitFor = (...statuses: readonly string[]) => expect.poll(getStatuses).toEqual(statuses)
  const readList = async () => (await readListedIds(space)).slice(INITIAL_COUNT)
  const findId = (fileName: string) => queue.store.getState().find((upload) => upload.fileName === fileName)?.id ?? ''
  return { space, queue, edits, orphanedTexts, addPhotos, waitFor, readList, findId }
}

/** What holds back uploads, so that the editor writes while they wait. */
export interface UploadGates {
  isReadingHeld: boolean
  isSendingHeld: boolean
  /** Whether the pictures of the space, which are read, do not arrive yet. */
  isFetchHeld?: boolean
}

const waitWhile = (isHeld: () => boolean) => vi.waitUntil(() => !isHeld(), { interval: 5, timeout: 60_000 })

/** Opens the desk on a space, as a page of the browser does. When it is closed, nothing of it goes on. */
export async function openTestDesk(space: PictureSpace, databaseName: string, gates: UploadGates) {
  let isClosed = false
  const pending = new Promise<never>(() => {})
  const endWhenClosed = async <Result>(request: Promise<Result>): Promise<Result> => {
    const settled = await Promise.allSettled([request])
    return isClosed ? pending : settled[0].status === 'fulfilled' ? settled[0].value : Promise.reject(settled[0].reason)
  }
  const database = await openDeskDatabase(databaseName)
  const { client, queryClient, workspace } = createTestWorkspace(space, {
    database,
    intercept: ({ upload }) => ({
      upload: { create: callBefore(upload.create, () => waitWhile(() => gates.isSendingHeld && !isClosed)) },
    }),
    waitForFile: () => waitWhile(() => gates.isReadingHeld && !isClosed),
    wrapClient: (fast) => ({
      ...fast,
      readAll: async (...args) => {
        const resources = await fast.readAll(...args)
        await waitWhile(() => gates.isFetchHeld === true && !isClosed)
        return resources
      },
      send: (...args) => (isClosed ? pending : endWhenClosed(fast.send(...args))),
    }),
  })
  const query = createSpacePicturesQuery(client, PHOTO_TYPE)
  await workspace.uploads.restore()
  await workspace.edits.restore()
  await queryClient.ensureQueryData(query)
  const listUploads = () => workspace.uploads.store.getState()
  return {
    workspace,
    /** Lists the rows of the table as the view does. */
    listRows: (): readonly DeskPicture[] => {
      const spacePictures = workspace.getSpacePictures()
      if (!spacePictures) throw new Error('The pictures are fetched')
      const edits = workspace.edits.store.getState()
      const rows = listPictureRows({ spacePictures, uploads: listUploads(), edits, pictureType: PHOTO_TYPE })
      return [...rows, ...listOrphanedTexts(rows, edits, PHOTO_TYPE)]
    },
    listUploads,
    /** Lets the files be read and compared that are there. */
    compare: async () => {
      gates.isReadingHeld = false
      const isCompared = ({ target, status }: Upload) => target || status === 'duplicate' || status === 'rejected'
      await vi.waitUntil(() => listUploads().every(isCompared), 60_000)
      gates.isReadingHeld = true
    },
    /** Lets the files be sent that are compared, until they are added. */
    send: async () => {
      gates.isSendingHeld = false
      const isSent = ({ target, status }: Upload) => !target || status === 'done'
      await vi.waitUntil(() => listUploads().every(isSent), 60_000)
      gates.isSendingHeld = true
    },
    reloadSpace: () => queryClient.refetchQueries({ queryKey: query.queryKey }),
    /** Resolves when the browser has stored what was changed: its database does one change after the other. */
    store: async () => {
      for (let round = 0; database && round < 20; round += 1) {
        await wait(1)
        await database.transaction([...database.objectStoreNames], 'readwrite').done
      }
    },
    close: () => {
      isClosed = true
      database?.close()
    },
  }
}

/** Creates a photograph of which only files with the same content are duplicates. */
export async function createPhotoFile(content: string, fileName = `${content}.jpg`): Promise<File> {
  const bytes = Buffer.concat([await createPhoto('any'), Buffer.alloc(768, `${content} `)])
  return new File([new Uint8Array(bytes)], fileName)
}

/** Returns a request before which a function is called, and awaited. What it throws is the response. */
export const callBefore =
  <Args extends readonly unknown[], Result>(
    request: (...args: Args) => Promise<Result>,
    callback: (...args: NoInfer<Args>) => unknown,
  ) =>
  async (...args: Args): Promise<Result> => {
    await callback(...args)
    return request(...args)
  }

/** Returns a client whose requests take effect, and the first response to each kind of write is lost, or to one kind. */
export function createUnreliableClient(url: string, onlyKind?: string): CMAClient {
  const { host } = new URL(url)
  const accessToken = LOCAL_TOKENS.management
  const adapter = new RestAdapter({ accessToken, host, hostUpload: host, insecure: true, retryOnError: false })
  const lost = new Set<string>()
  const makeRequest = async <Response>(request: MakeRequestOptions): Promise<Response> => {
    const response = await adapter.makeRequest<Response>(request)
    const kind = `${request.entityType} ${request.action}`
    if (request.action.startsWith('get') || lost.has(kind) || kind !== (onlyKind ?? kind)) return response
    lost.add(kind)
    throw new Error('Network Error')
  }
  const defaults = { spaceId: 'local', environmentId: 'master' }
  return createClient({ apiAdapter: { makeRequest } }, { type: 'plain', defaults })
}
