import type { StoreApi } from 'zustand/vanilla'
import { createStore } from 'zustand/vanilla'
import type { DeskDatabase } from '#cms/photo-desk/space/desk-database.ts'
import type { FieldValues, Library, LibraryChange } from '#cms/photo-desk/space/library.ts'
import type { SpaceClient } from '#cms/photo-desk/space/space-client.ts'
import type { PictureType } from '#cms/pictures/picture-type.ts'
import type { DuplicateDecision, Upload } from './upload.ts'

interface UploadQueueOptions {
  readonly client: SpaceClient
  readonly database: DeskDatabase | undefined
  readonly pictureType: PictureType
  /** Resolves with the library as it is now; fetches it if it is not there yet. */
  readonly fetchLibrary: () => Promise<Library>
  readonly updateLibrary: (change: LibraryChange) => void
}

/** The files that are being added. */
export interface UploadQueue {
  /** In the order in which they were added. */
  readonly store: StoreApi<readonly Upload[]>
  readonly addFiles: (files: readonly File[]) => void
  readonly pause: (ids: readonly string[]) => void
  /** Continues paused and failed uploads. */
  readonly resume: (ids: readonly string[]) => void
  /** Removes uploads from the queue, and deletes the drafts that they have created. */
  readonly cancel: (ids: readonly string[]) => void
  readonly decide: (id: string, decision: DuplicateDecision) => void
  readonly changeValues: (id: string, values: FieldValues) => void
  /** Loads the uploads that a closed or reloaded page has left, and continues them. */
  readonly restore: () => Promise<void>
}

/** Creates the queue of one picture type. */
export function createUploadQueue(_options: UploadQueueOptions): UploadQueue {
  const store = createStore<readonly Upload[]>(() => [])
  const ignore = () => {}
  return {
    store,
    addFiles: ignore,
    pause: ignore,
    resume: ignore,
    cancel: ignore,
    decide: ignore,
    changeValues: ignore,
    restore: async () => {},
  }
}
