import type { PageAppSDK } from '@contentful/app-sdk'
import type { QueryClient } from '@tanstack/react-query'
import { createPictureTools } from '#cms/photo-desk/uploads/picture-tools.ts'
import type { PictureType } from '#cms/pictures/picture-type.ts'
import { createDesk, type Desk } from './desk.ts'
import { createDeskClient } from './desk-client.ts'
import { openDeskDatabase } from './desk-database.ts'

interface OpenDesksOptions {
  readonly sdk: PageAppSDK
  readonly queryClient: QueryClient
  readonly pictureTypes: readonly PictureType[]
  /** Called if another tab of this browser has the desks open. They open here when it is closed. */
  readonly onWaiting: () => void
}

/** Creates a desk for each picture type, and continues the unfinished work of an earlier page. */
export async function openDesks(options: OpenDesksOptions): Promise<ReadonlyMap<PictureType, Desk>> {
  const { sdk, queryClient, pictureTypes, onWaiting } = options
  const { space, environment, environmentAlias, user } = sdk.ids
  // Editors who share a browser do not see each other's work.
  const name = `photo-desk ${space} ${environmentAlias ?? environment} ${user}`
  const database = await openDeskDatabase(name)
  if (database) await lockDesks(name, onWaiting)
  const client = createDeskClient(sdk.cma)
  const tools = createPictureTools()
  const desks = pictureTypes.map((pictureType) =>
    createDesk({ sdk, client, queryClient, database, pictureType, tools }),
  )
  const restored = desks.flatMap(({ edits, order, uploads }) => [edits.restore(), order.restore(), uploads.restore()])
  const failure = (await Promise.allSettled(restored)).find(({ status }) => status === 'rejected')
  if (failure) {
    console.warn('Unfinished work is not restored:', failure)
    sdk.notifier.warning('The browser cannot read what you left unfinished. Check your last texts, order and files.')
  }
  watchPage(desks)
  return new Map(desks.map((desk) => [desk.pictureType, desk]))
}

/** Asks before the page is closed with work that would be lost, and saves texts when the connection is back. */
function watchPage(desks: readonly Desk[]): void {
  addEventListener('beforeunload', (event) => {
    const hasUnsavedWork = desks.some(
      ({ edits, order, uploads }) => edits.hasUnkeptChanges() || order.hasUnsavedChanges() || uploads.hasUnsavedFiles(),
    )
    if (hasUnsavedWork) event.preventDefault()
  })
  addEventListener('online', () => {
    for (const { edits } of desks) void edits.saveAll()
  })
}

/** Resolves when no other tab has the lock. It ends with the page, so that two tabs never work on the same uploads. */
function lockDesks(name: string, onWaiting: () => void): Promise<void> {
  return new Promise((resolve) => {
    const holdLock = (): Promise<void> => {
      resolve()
      return new Promise(() => {})
    }
    const request = async (lock: Lock | null) => {
      if (lock) return holdLock()
      onWaiting()
      void navigator.locks.request(name, holdLock)
    }
    navigator.locks.request(name, { ifAvailable: true }, request).catch((error: unknown) => {
      console.warn('Other tabs of the photo desk are not noticed:', error)
      resolve()
    })
  })
}
