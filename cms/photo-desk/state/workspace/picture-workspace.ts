import type { PageAppSDK } from '@contentful/app-sdk'
import { type QueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { createContext, use, useMemo } from 'react'
import { createStore } from 'zustand/vanilla'
import type { DeskClient } from '#cms/photo-desk/client/desk-client.ts'
import { createEditStorage, createUploadDatabase, type DeskDatabase } from '#cms/photo-desk/client/desk-database.ts'
import type { PictureType } from '#cms/photo-desk/client/picture-type.ts'
import {
  applySpaceChange,
  createSpacePicturesQuery,
  type SpaceChange,
  type SpacePictures,
} from '#cms/photo-desk/client/space-pictures.ts'
import { createEntryEdits, type EntryEdits } from '#cms/photo-desk/state/edits/entry-edits.ts'
import { createOrderEdits } from '#cms/photo-desk/state/order/order-edits.ts'
import { listPictures, type PictureMap } from '#cms/photo-desk/state/pictures/picture.ts'
import { createChoices } from '#cms/photo-desk/state/publication/choices.ts'
import type { PublishingState } from '#cms/photo-desk/state/publication/publishing-state.ts'
import { createFilledCells } from '#cms/photo-desk/state/texts/filled-cells.ts'
import type { PictureTools } from '#cms/photo-desk/state/uploads/picture-tools.ts'
import { createUploadQueue } from '#cms/photo-desk/state/uploads/upload-queue.ts'

/** What the views of one picture type share. */
export type PictureWorkspace = ReturnType<typeof createWorkspace> & { readonly sdk: PageAppSDK }

interface WorkspaceOptions {
  readonly client: DeskClient
  readonly queryClient: QueryClient
  readonly database: DeskDatabase | undefined
  readonly pictureType: PictureType
  readonly tools: PictureTools
  /** The id of the editor in Contentful. */
  readonly userId: string
  /** Tells the editor that the texts of some pictures are kept, which are not added. */
  readonly onTextsKept: (fileNames: readonly string[]) => void
}

/** Creates the workspace of a picture type. All workspaces share the client, so that all requests have one rate limit. */
export function createWorkspace({ database, tools, userId, onTextsKept, ...options }: WorkspaceOptions) {
  const { client, queryClient, pictureType } = options
  const query = createSpacePicturesQuery(client, pictureType)
  /** Returns the pictures of the space as they are now; `undefined` until they are fetched. */
  const getSpacePictures = () => queryClient.getQueryData(query.queryKey)
  const fetchSpacePictures = () => queryClient.ensureQueryData(query)
  /** Applies resources that Contentful has returned, or removed ones, to the pictures of the space. */
  const updateSpacePictures = (change: SpaceChange) =>
    queryClient.setQueryData(
      query.queryKey,
      (spacePictures) => spacePictures && applySpaceChange(spacePictures, change),
    )
  /** Returns the id of the entry of a picture; `undefined` while its file is being added. */
  const getEntryId = (key: string): string | undefined => {
    const upload = uploads.store.getState().find(({ id }) => id === key)
    if (!upload) return key
    return upload.isDone && upload.replacedEntryId === undefined ? upload.entryId : undefined
  }
  const edits: EntryEdits = createEntryEdits({
    client,
    storage: database && createEditStorage(database, pictureType.type),
    userId,
    getEntryId,
    getEntry: (id) => getSpacePictures()?.entries.get(id),
    fetchEntries: fetchSpacePictures,
    onSaved: (entry) => updateSpacePictures({ entries: [entry] }),
  })
  const order = createOrderEdits({
    client,
    storage: {
      read: async () => database?.get('orders', pictureType.page.type),
      write: async (stored) => {
        if (stored) await database?.put('orders', stored, pictureType.page.type)
        else await database?.delete('orders', pictureType.page.type)
      },
    },
    pageList: pictureType.page,
    getPageId: async () => (await fetchSpacePictures()).page.sys.id,
    onSaved: (page) => updateSpacePictures({ page }),
  })
  const uploads = createUploadQueue({
    client,
    database: database && createUploadDatabase(database),
    pictureType,
    tools,
    getSpacePictures,
    fetchSpacePictures,
    updateSpacePictures,
    edits,
    onTextsKept,
  })
  /** What the editor has selected or deselected under Publish. */
  const choices = createChoices({
    read: async () => database?.get('choices', pictureType.type),
    write: async (ids) => void (await database?.put('choices', ids, pictureType.type)),
  })
  /** The running or last publication, or another action; `undefined` if there is none. */
  const publishing = createStore<PublishingState | undefined>(() => undefined)
  const filledCells = createFilledCells()
  return {
    ...options,
    edits,
    order,
    uploads,
    choices,
    publishing,
    filledCells,
    getEntryId,
    getSpacePictures,
    updateSpacePictures,
  }
}

/** Provides the workspace of the picture type that is shown. */
export const WorkspaceContext = createContext<PictureWorkspace | undefined>(undefined)

/** Returns the workspace of the picture type that is shown. */
export function useWorkspace(): PictureWorkspace {
  const workspace = use(WorkspaceContext)
  if (!workspace) throw new Error('useWorkspace requires a WorkspaceContext')
  return workspace
}

/** Returns the pictures of the space. Suspends until they are fetched. */
export function useSpacePictures(): SpacePictures {
  const { client, pictureType } = useWorkspace()
  return useSuspenseQuery(createSpacePicturesQuery(client, pictureType)).data
}

/** Returns the pictures of the space as the views show them. Suspends until they are fetched. */
export function usePictures(): PictureMap {
  const { pictureType } = useWorkspace()
  const spacePictures = useSpacePictures()
  return useMemo(() => listPictures(spacePictures, pictureType), [spacePictures, pictureType])
}
