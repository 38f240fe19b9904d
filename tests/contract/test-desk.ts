import { QueryClient } from '@tanstack/react-query'
import { vi } from 'vitest'
import type { DeskClient } from '#cms/photo-desk/client/desk-client.ts'
import { openDeskDatabase } from '#cms/photo-desk/client/desk-database.ts'
import { PHOTO_TYPE } from '#cms/photo-desk/client/picture-type.ts'
import { createSpacePicturesQuery } from '#cms/photo-desk/client/space-pictures.ts'
import type { DeskPicture } from '#cms/photo-desk/state/pictures/picture.ts'
import { listOrphanedTexts, listPictureRows } from '#cms/photo-desk/state/texts/picture-rows.ts'
import type { PictureTools } from '#cms/photo-desk/state/uploads/picture-tools.ts'
import type { Upload } from '#cms/photo-desk/state/uploads/upload.ts'
import { createWorkspace } from '#cms/photo-desk/state/workspace/picture-workspace.ts'
import { createManagementClient } from '#local-tests/test-contentful.ts'
import { wait } from '#shared/wait.ts'
import type { PictureSpace } from '#tests/setup/contentful/picture-space.ts'
import { createPhoto } from '#tests/setup/contentful/test-pictures.ts'
import { createFastDeskClient } from '#tests/setup/photo-desk/test-cma.ts'
import { type CMAClient, TEST_TOOLS } from './test-upload-queue.ts'

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
  const cma: CMAClient = createManagementClient(space.url)
  const create: typeof cma.upload.create = async (...args) => {
    await waitWhile(() => gates.isSendingHeld && !isClosed)
    return cma.upload.create(...args)
  }
  const fast = createFastDeskClient({ ...cma, upload: { ...cma.upload, create } })
  const client: DeskClient = {
    ...fast,
    readAll: async (...args) => {
      const resources = await fast.readAll(...args)
      await waitWhile(() => gates.isFetchHeld === true && !isClosed)
      return resources
    },
    send: (...args) => (isClosed ? pending : endWhenClosed(fast.send(...args))),
  }
  const tools: PictureTools = {
    ...TEST_TOOLS,
    prepare: async (...args) => {
      await waitWhile(() => gates.isReadingHeld && !isClosed)
      return TEST_TOOLS.prepare(...args)
    },
  }
  const database = await openDeskDatabase(databaseName)
  const queryClient = new QueryClient()
  const workspace = createWorkspace({
    client,
    queryClient,
    database,
    pictureType: PHOTO_TYPE,
    tools,
    userId: 'me',
    onTextsOrphaned: () => {},
  })
  const query = createSpacePicturesQuery(client, PHOTO_TYPE)
  await workspace.uploads.restore()
  await workspace.edits.restore()
  await queryClient.ensureQueryData(query)
  return {
    workspace,
    /** Lists the rows of the table as the view does. */
    listRows: (): readonly DeskPicture[] => {
      const spacePictures = workspace.getSpacePictures()
      if (!spacePictures) throw new Error('The pictures are fetched')
      const edits = workspace.edits.store.getState()
      const uploads = workspace.uploads.store.getState()
      const rows = listPictureRows({ spacePictures, uploads, edits, pictureType: PHOTO_TYPE })
      return [...rows, ...listOrphanedTexts(rows, edits, PHOTO_TYPE)]
    },
    listUploads: () => workspace.uploads.store.getState(),
    /** Lets the files be read and compared that are there. */
    compare: async () => {
      gates.isReadingHeld = false
      const isCompared = ({ target, status }: Upload) => target || status === 'duplicate' || status === 'rejected'
      await vi.waitUntil(() => workspace.uploads.store.getState().every(isCompared), 60_000)
      gates.isReadingHeld = true
    },
    /** Lets the files be sent that are compared, until they are added. */
    send: async () => {
      gates.isSendingHeld = false
      const isSent = ({ target, status }: Upload) => !target || status === 'done'
      await vi.waitUntil(() => workspace.uploads.store.getState().every(isSent), 60_000)
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
export async function createPhotoFile(content: string, fileName: string): Promise<File> {
  const bytes = Buffer.concat([await createPhoto('any'), Buffer.alloc(768, `${content} `)])
  return new File([new Uint8Array(bytes)], fileName)
}
