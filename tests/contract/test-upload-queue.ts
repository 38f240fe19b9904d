import { QueryClient } from '@tanstack/react-query'
import { expect, onTestFinished } from 'vitest'
import type { createDeskClient } from '#cms/photo-desk/client/desk-client.ts'
import type { DeskDatabase } from '#cms/photo-desk/client/desk-database.ts'
import { PHOTO_TYPE, type PictureType } from '#cms/photo-desk/client/picture-type.ts'
import type { PictureTools } from '#cms/photo-desk/state/uploads/picture-tools.ts'
import { UnsuitableFileError } from '#cms/photo-desk/state/uploads/worker/unsuitable-file-error.ts'
import { createWorkspace } from '#cms/photo-desk/state/workspace/picture-workspace.ts'
import { hashFile } from '#cms/pictures/picture-file.ts'
import { createManagementClient } from '#local-tests/test-contentful.ts'
import { LOCALE } from '#shared/constants.ts'
import { createPictureSpace, INITIAL_COUNT } from '#tests/setup/contentful/picture-space.ts'
import { createPhoto } from '#tests/setup/contentful/test-pictures.ts'
import { createFastDeskClient } from '#tests/setup/photo-desk/test-cma.ts'

export type CMAClient = Parameters<typeof createDeskClient>[0]

/** Requests that replace those of a client. */
export type ClientOverrides = { readonly [Name in 'asset' | 'entry' | 'upload']?: Partial<CMAClient[Name]> }

interface TestQueueOptions {
  readonly pictureType?: PictureType
  readonly intercept?: (client: CMAClient) => ClientOverrides
  readonly database?: DeskDatabase | undefined
  /** Waits before a file is read. */
  readonly waitForFile?: (fileName: string) => Promise<void>
}

/** The queue of a workspace on a local Contentful. Instead of converting, the tools use the content of a file as it is. */
export async function createTestQueue({
  pictureType = PHOTO_TYPE,
  intercept,
  database,
  waitForFile,
}: TestQueueOptions = {}) {
  const space = await createPictureSpace()
  onTestFinished(() => space[Symbol.asyncDispose]())
  const cma: CMAClient = createManagementClient(space.url)
  const changes = intercept?.(cma)
  const client = createFastDeskClient({
    ...cma,
    asset: { ...cma.asset, ...changes?.asset },
    entry: { ...cma.entry, ...changes?.entry },
    upload: { ...cma.upload, ...changes?.upload },
  })
  const orphanedTexts: string[] = []
  const { uploads: queue, edits } = createWorkspace({
    client,
    queryClient: new QueryClient(),
    database,
    pictureType,
    tools: {
      ...TEST_TOOLS,
      prepare: async (file, ...args) => {
        if (file instanceof File) await waitForFile?.(file.name)
        return TEST_TOOLS.prepare(file, ...args)
      },
    },
    userId: 'me',
    onTextsOrphaned: (fileNames) => void orphanedTexts.push(...fileNames),
  })
  const addPhotos = async (...names: readonly string[]) =>
    queue.addFiles(
      await Promise.all(names.map(async (name) => new File([new Uint8Array(await createPhoto(name))], `${name}.jpg`))),
    )
  const getStatuses = () => queue.store.getState().map(({ status }) => status)
  const waitFor = (...statuses: readonly string[]) => expect.poll(getStatuses).toEqual(statuses)
  const readList = async () => {
    const { items } = await space.client.entry.getMany({ query: { content_type: 'galleryPage' } })
    const links: readonly { readonly sys: { readonly id: string } }[] = items[0]?.fields.images?.[LOCALE] ?? []
    return links.map(({ sys }) => sys.id).slice(INITIAL_COUNT)
  }
  const findId = (fileName: string) => queue.store.getState().find((upload) => upload.fileName === fileName)?.id ?? ''
  return { space, queue, edits, orphanedTexts, addPhotos, waitFor, readList, findId }
}

/** Tools that do not convert. */
export const TEST_TOOLS: PictureTools = {
  prepare: async (file) => {
    if (file.size === 0) throw new UnsuitableFileError('is empty')
    const content = new Uint8Array(await file.arrayBuffer())
    const master = new Blob([content], { type: 'image/jpeg' })
    return {
      hash: await hashFile(content),
      // Different for each content, so that only the same content is a duplicate.
      perceptualHash: content.subarray(-768),
      master,
      extension: '.jpg',
      notes: [],
      thumbnail: master,
    }
  },
  hashSpacePicture: async () => new Uint8Array(768),
}
