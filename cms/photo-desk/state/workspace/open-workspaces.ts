import type { NotifierAPI, PageAppSDK } from '@contentful/app-sdk'
import type { QueryClient } from '@tanstack/react-query'
import { createDeskClient } from '#cms/photo-desk/client/desk-client.ts'
import { openDeskDatabase } from '#cms/photo-desk/client/desk-database.ts'
import { PICTURE_TYPES } from '#cms/photo-desk/client/picture-type.ts'
import { createPictureTools } from '#cms/photo-desk/state/uploads/picture-tools.ts'
import { createWorkspace, type PictureWorkspace } from './picture-workspace.ts'

interface OpenWorkspacesOptions {
  readonly sdk: PageAppSDK
  readonly queryClient: QueryClient
  /** Called if another tab of this browser has the photo desk open. They open here when it is closed. */
  readonly onWaiting: () => void
}

/** Creates a workspace for each picture type, and continues the unfinished work of an earlier page. */
export async function openWorkspaces({ sdk, queryClient, onWaiting }: OpenWorkspacesOptions) {
  const { space, environment, environmentAlias, user } = sdk.ids
  // Editors who share a browser do not see each other's work.
  const name = `photo-desk ${space} ${environmentAlias ?? environment} ${user}`
  const database = await openDeskDatabase(name)
  if (database) await lockWorkspaces(name, onWaiting)
  const client = createDeskClient(sdk.cma)
  const tools = createPictureTools(queryClient)
  const workspaces = PICTURE_TYPES.map((pictureType): PictureWorkspace => {
    const onTextsOrphaned = (fileNames: readonly string[]) => {
      const names = fileNames.length > 3 ? `${fileNames.length} ${pictureType.name}s` : fileNames.join(', ')
      sdk.notifier.warning(`The texts of ${names} are kept: see Texts.`)
    }
    const shared = { client, queryClient, database, tools, userId: user }
    return { ...createWorkspace({ ...shared, pictureType, onTextsOrphaned }), sdk }
  })
  const restored = workspaces.flatMap(({ edits, order, uploads, publishSelection }) => [
    uploads.restore().finally(edits.restore), // a text of a file that is being added needs its upload
    order.restore(),
    publishSelection.restore(),
  ])
  await restoreWork(restored, sdk.notifier)
  watchPage(workspaces)
  return new Map(workspaces.map((workspace) => [workspace.pictureType, workspace] as const))
}

/** Waits until the unfinished work of an earlier page is restored, and warns the editor if some of it is not. */
export async function restoreWork(restored: readonly Promise<void>[], notifier: NotifierAPI): Promise<void> {
  const failure = (await Promise.allSettled(restored)).find(({ status }) => status === 'rejected')
  if (!failure) return
  console.warn('Unfinished work is not restored:', failure)
  notifier.warning('The browser cannot read what you left unfinished. Check your last texts, order and files.')
}

/** Asks before the page is closed with work that would be lost, and saves texts when the connection is back. */
function watchPage(workspaces: readonly PictureWorkspace[]): void {
  addEventListener('beforeunload', (event) => {
    const hasUnsavedWork = workspaces.some(
      ({ edits, order, uploads }) =>
        edits.hasUnpersistedChanges() || order.hasUnsavedChanges() || uploads.hasUnsavedFiles(),
    )
    if (hasUnsavedWork) event.preventDefault()
  })
  addEventListener('online', () => {
    for (const { edits } of workspaces) void edits.saveAll()
  })
}

/** Resolves when no other tab has the lock. It ends with the page, so that two tabs never work on the same uploads. */
function lockWorkspaces(name: string, onWaiting: () => void): Promise<void> {
  const { promise: isLocked, resolve } = Promise.withResolvers<void>()
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
  return isLocked
}
