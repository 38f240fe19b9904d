import type { PageAppSDK } from '@contentful/app-sdk'
import { type QueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { createContext, use } from 'react'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { createOrderEdits, type OrderEdits } from '#cms/photo-desk/order/order-edits.ts'
import type { PublishRun } from '#cms/photo-desk/publishing/publish-content.ts'
import type { PictureTools } from '#cms/photo-desk/uploads/picture-tools.ts'
import { createUploadQueue, type UploadQueue } from '#cms/photo-desk/uploads/upload-queue.ts'
import type { PictureType } from '#cms/pictures/picture-type.ts'
import type { DeskClient } from './desk-client.ts'
import { createEditStorage, type DeskDatabase } from './desk-database.ts'
import { createEntryEdits, type EntryEdits } from './entry-edits.ts'
import { applyLibraryChange, createLibraryQuery, type Library, type LibraryChange } from './library.ts'

/** What the views of one picture type share. */
export interface Desk {
  readonly sdk: PageAppSDK
  readonly client: DeskClient
  readonly pictureType: PictureType
  readonly queryClient: QueryClient
  readonly edits: EntryEdits
  readonly order: OrderEdits
  readonly uploads: UploadQueue
  /** The running or last publication; `undefined` if there is none. */
  readonly publishRun: StoreApi<PublishRun | undefined>
  /** Returns the library as it is now; `undefined` until it is fetched. */
  readonly getLibrary: () => Library | undefined
  /** Applies resources that Contentful has returned, or removed ones, to the library. */
  readonly updateLibrary: (change: LibraryChange) => void
}

interface DeskOptions {
  readonly sdk: PageAppSDK
  readonly client: DeskClient
  readonly queryClient: QueryClient
  readonly database: DeskDatabase | undefined
  readonly pictureType: PictureType
  readonly tools: PictureTools
}

/** Creates the desk of a picture type. Several desks share the client, so that all requests have one rate limit. */
export function createDesk({ database, tools, ...options }: DeskOptions): Desk {
  const { client, queryClient, pictureType } = options
  const query = createLibraryQuery(client, pictureType)
  const getLibrary = () => queryClient.getQueryData(query.queryKey)
  const fetchLibrary = () => queryClient.ensureQueryData(query)
  const updateLibrary = (change: LibraryChange) =>
    queryClient.setQueryData(query.queryKey, (library) => library && applyLibraryChange(library, change))
  const edits = createEntryEdits({
    client,
    storage: database && createEditStorage(database, pictureType.type),
    getEntry: (id) => getLibrary()?.entries.get(id),
    onSaved: (entry) => updateLibrary({ entries: [entry] }),
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
    fetchPage: async () => (await fetchLibrary()).page,
    onSaved: (page) => updateLibrary({ page }),
  })
  const uploads = createUploadQueue({
    client,
    database,
    pictureType,
    tools,
    fetchLibrary,
    updateLibrary,
    changeEntry: edits.change,
  })
  const publishRun = createStore<PublishRun | undefined>(() => undefined)
  return { ...options, edits, order, uploads, publishRun, getLibrary, updateLibrary }
}

const DeskContext = createContext<Desk | undefined>(undefined)

export const DeskProvider = DeskContext

/** Returns the desk of the picture type that is shown. */
export function useDesk(): Desk {
  const desk = use(DeskContext)
  if (!desk) throw new Error('useDesk requires a DeskProvider')
  return desk
}

/** Returns the library of the desk. Suspends until it is fetched. */
export function useLibrary(): Library {
  const { client, pictureType } = useDesk()
  return useSuspenseQuery(createLibraryQuery(client, pictureType)).data
}
