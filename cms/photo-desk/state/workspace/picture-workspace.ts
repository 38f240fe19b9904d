import type { PageAppSDK } from '@contentful/app-sdk'
import { keepPreviousData, type QueryClient, useIsMutating, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { createContext, use, useMemo } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { createEditStorage, createValueStorage } from '#cms/photo-desk/client/desk-database.ts'
import {
  createSpaceAccess,
  createSpacePicturesQuery,
  type SpacePictures,
} from '#cms/photo-desk/client/space-pictures.ts'
import { createEntryEdits, type EntryEdits } from '#cms/photo-desk/state/edits/entry-edits.ts'
import { createOrderEdits } from '#cms/photo-desk/state/order/order-edits.ts'
import { type DeskPicture, listPictures, type PictureMap } from '#cms/photo-desk/state/pictures/picture.ts'
import { createPublishedVersionsQuery, listShownIds } from '#cms/photo-desk/state/publication/compare-content.ts'
import { createDiscards } from '#cms/photo-desk/state/publication/discards.ts'
import { createPublishSelection } from '#cms/photo-desk/state/publication/publish-selection.ts'
import { createPublishing } from '#cms/photo-desk/state/publication/publishing.ts'
import { createFilledCells } from '#cms/photo-desk/state/texts/filled-cells.ts'
import { listOrphanedTexts, listPictureRows } from '#cms/photo-desk/state/texts/picture-rows.ts'
import { addTextAdvice } from '#cms/photo-desk/state/texts/text-advice.ts'
import { createUploadQueue, type UploadQueueOptions } from '#cms/photo-desk/state/uploads/upload-queue.ts'

/** What the views use of the App SDK. */
export interface DeskSdk extends Pick<PageAppSDK, 'notifier'> {
  readonly ids: Pick<PageAppSDK['ids'], 'environment' | 'environmentAlias' | 'user'>
  readonly navigator: Pick<PageAppSDK['navigator'], 'openEntry'>
  readonly parameters: Pick<PageAppSDK['parameters'], 'installation'>
}

/** What the views of one picture type share. */
export type PictureWorkspace = ReturnType<typeof createWorkspace> & { readonly sdk: DeskSdk }

interface WorkspaceOptions
  extends Pick<UploadQueueOptions, 'client' | 'database' | 'pictureType' | 'tools' | 'onTextsOrphaned'> {
  readonly queryClient: QueryClient
  /** The id of the editor in Contentful. */
  readonly userId: string
}

/** A picture that is open in a dialog. */
export interface OpenedPicture {
  /** The key of the picture, or the id of its entry. */
  readonly id: string
  /** The pictures between which “Previous” and “Next” move. */
  readonly ids: readonly string[]
}

/** Creates the workspace of a picture type. All workspaces share the client, so that all requests have one rate limit. */
export function createWorkspace(options: WorkspaceOptions) {
  const { client, queryClient, database, pictureType, tools, userId, onTextsOrphaned } = options
  const space = createSpaceAccess(client, queryClient, pictureType)
  /** Returns the id of the entry of a picture; `undefined` while its file is being added. */
  const getEntryId = (key: string): string | undefined => {
    const upload = uploads.store.getState().find(({ id }) => id === key)
    if (!upload) return key
    return upload.isDone && upload.replacedEntryId === undefined ? upload.entryId : undefined
  }
  const editStorage = database && createEditStorage(database, pictureType.type)
  const edits: EntryEdits = createEntryEdits({ space, storage: editStorage, userId, getEntryId })
  const uploads = createUploadQueue({ ...space, database, tools, edits, onTextsOrphaned })
  const publishSelection = createPublishSelection(createValueStorage(database, 'choices', pictureType.type))
  const publishing = createPublishing({ ...space, edits, publishSelection, getEntryId })
  const openedPicture = createStore<OpenedPicture | undefined>(() => undefined)
  return {
    ...space,
    openedPicture,
    openPicture: (id: string, ids: readonly string[] = []) => openedPicture.setState({ id, ids }, true),
    closePicture: () => openedPicture.setState(undefined, true),
    /** CSV files whose dialogs are shown, one after the other. */
    textsFiles: createStore<readonly File[]>(() => []),
    edits,
    uploads,
    getEntryId,
    /** What the editor has selected or deselected under Publish. */
    publishSelection,
    publishing,
    /** What published versions have replaced, and its undo. */
    discards: createDiscards(publishing.say),
    order: createOrderEdits(space, createValueStorage(database, 'orders', pictureType.page.type)),
    filledCells: createFilledCells(edits),
  }
}

export type ViewId = 'add' | 'texts' | 'order' | 'publish'

interface ShownWorkspace extends PictureWorkspace {
  readonly openView: (id: ViewId) => void
}

/** Provides the workspace of the picture type that is shown. */
export const WorkspaceContext = createContext<ShownWorkspace | undefined>(undefined)

export function useWorkspace(): ShownWorkspace {
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

/** Whether a publication is running. Until it ends, nothing else is published or discarded. */
export const useIsPublishing = (): boolean =>
  useStore(useWorkspace().publishing.store, (state) => state?.kind === 'running')

/** Reads the published versions of what is changed. */
export function usePublishedVersions() {
  const { client, pictureType } = useWorkspace()
  const isPublishing = useIsPublishing()
  const isChanging = useIsMutating() > 0
  return useQuery({
    ...createPublishedVersionsQuery(client, useSpacePictures(), pictureType),
    placeholderData: keepPreviousData,
    enabled: !isPublishing && !isChanging, // each changed picture would fetch them again
  })
}

/** Returns the ids of the list that visitors see; `undefined` until it is known. */
export function useShownIds(): readonly string[] | undefined {
  const { pictureType } = useWorkspace()
  return listShownIds(useSpacePictures().page, pictureType, usePublishedVersions().data)
}

/** Returns all pictures of the space with their unsaved texts, then removed ones with texts. Suspends until they are fetched. */
export function usePictureRows(): readonly DeskPicture[] {
  const workspace = useWorkspace()
  const spacePictures = useSpacePictures()
  const uploads = useStore(workspace.uploads.store)
  const edits = useStore(workspace.edits.store)
  const { pictureType } = workspace
  return useMemo(() => {
    const rows = addTextAdvice(listPictureRows({ spacePictures, uploads, edits, pictureType }), pictureType)
    return [...rows, ...listOrphanedTexts(rows, edits, pictureType)]
  }, [spacePictures, uploads, edits, pictureType])
}
