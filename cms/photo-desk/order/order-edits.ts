import { createStore } from 'zustand/vanilla'
import { createLink } from '#cms/links.ts'
import type { DeskClient } from '#cms/photo-desk/space/desk-client.ts'
import { hasStatus, toRequestError } from '#cms/photo-desk/space/request-error.ts'
import type { SpaceEntry } from '#cms/photo-desk/space/space-pictures.ts'
import { getListedEntryIds } from '#cms/pictures/page-list.ts'
import type { PageList } from '#cms/pictures/picture-type.ts'
import { LOCALE } from '#shared/constants.ts'
import type { OrderConflict } from './merge-orders.ts'
import type { PictureOrder } from './move-entries.ts'
import {
  changeOrder,
  createOrderHistory,
  hasUnsavedOrder,
  type OrderHistory,
  rebaseOrder,
  redoOrder,
  type StoredOrder,
  undoOrder,
} from './order-history.ts'

/** The order that is being edited. */
export interface OrderEdit {
  readonly history: OrderHistory
  readonly isSaving: boolean
  /** Why the last save failed: what is wrong and what to do. */
  readonly error?: string
  /** Set when others have moved the same pictures, until the editor has chosen an order. `saved`: the order of others. */
  readonly conflict?: OrderConflict & { readonly saved: PictureOrder }
}

/** Keeps the unsaved order of a page over a reload. */
interface OrderStorage {
  readonly read: () => Promise<StoredOrder | undefined>
  /** Stores an order, or removes the stored one. */
  readonly write: (order: StoredOrder | undefined) => Promise<void>
}

interface OrderEditsOptions {
  readonly client: DeskClient
  readonly storage: OrderStorage
  readonly pageList: PageList
  readonly fetchPage: () => Promise<SpaceEntry>
  /** Called with the page as Contentful has saved or returned it. */
  readonly onSaved: (page: SpaceEntry) => void
}

/** Attempts to save when others save the same page at the same time. */
const MAX_ATTEMPTS = 4

export type OrderEdits = ReturnType<typeof createOrderEdits>

/** Creates the store of the unsaved order of a page. Nothing is written to Contentful until `save`. */
export function createOrderEdits({ client, storage, pageList, fetchPage, onSaved }: OrderEditsOptions) {
  const store = createStore<OrderEdit | undefined>(() => undefined)
  const getOrder = (page: SpaceEntry): PictureOrder => [...new Set(getListedEntryIds(page, pageList))]

  function put(edit: OrderEdit): void {
    store.setState(edit, true)
    const { base, order } = edit.history
    storage
      .write(hasUnsavedOrder(edit.history) ? { base, order } : undefined)
      .catch((error: unknown) => console.warn('The unsaved order is not kept over a reload:', error))
  }

  /** Applies a step of the editor. */
  function update(step: (history: OrderHistory) => OrderHistory): void {
    const edit = store.getState()
    if (!edit || edit.conflict) return
    const history = step(edit.history)
    if (history !== edit.history) put({ history, isSaving: edit.isSaving })
  }

  /**
   * Takes over the page of the pictures of the space after each change of it, for example when an upload has been appended. A conflict
   * is found when the editor saves.
   */
  function setPage(page: SpaceEntry): void {
    const edit = store.getState()
    if (!edit) put({ history: createOrderHistory(getOrder(page)), isSaving: false })
    if (!edit || edit.conflict) return
    const result = rebaseOrder(edit.history, getOrder(page))
    if ('history' in result && result.history !== edit.history) put({ ...edit, history: result.history })
  }

  /** Saves the order as a draft of the page. Does not reject: the edit has the error or the conflict. */
  async function save(): Promise<void> {
    const edit = store.getState()
    if (!edit || edit.isSaving || edit.conflict || !hasUnsavedOrder(edit.history)) return
    put({ history: edit.history, isSaving: true })
    try {
      await write()
      finish({})
    } catch (error) {
      finish({ error: toRequestError(error).message })
    }
  }

  function finish(result: Pick<OrderEdit, 'error'>): void {
    const edit = store.getState()
    if (edit)
      put({ history: edit.history, isSaving: false, ...(edit.conflict && { conflict: edit.conflict }), ...result })
  }

  /** Merges the order with that of the page and writes it. Ends without a write if this is a conflict. */
  async function write(): Promise<void> {
    let page = await fetchPage()
    for (let attempts = 1; ; attempts += 1) {
      const edit = store.getState()
      if (!edit) return
      const result = rebaseOrder(edit.history, getOrder(page))
      if ('conflict' in result) {
        put({ ...edit, conflict: { ...result.conflict, saved: getOrder(page) } })
        onSaved(page)
        return
      }
      put({ ...edit, history: result.history })
      if (!hasUnsavedOrder(result.history)) {
        onSaved(page)
        return
      }
      const { order } = result.history
      const entryId = page.sys.id
      try {
        const draft = { ...page, fields: setListedIds(page.fields, pageList.field, order) }
        const saved = await client.send((cma) => cma.entry.update({ entryId }, draft))
        // The editor may have gone on meanwhile: those steps are not saved yet.
        const latest = store.getState() ?? edit
        put({ ...latest, history: { ...latest.history, base: order } })
        onSaved(saved)
        return
      } catch (error) {
        if (!hasStatus(error, 409) || attempts === MAX_ATTEMPTS) throw error
        page = await client.send((cma) => cma.entry.get({ entryId }))
      }
    }
  }

  return {
    /** `undefined` until the page is known. */
    store,
    setPage,
    change: (order: PictureOrder) => update((history) => changeOrder(history, order)),
    undo: () => update(undoOrder),
    redo: () => update(redoOrder),
    /** Goes back to the order of the page in Contentful. Can be undone. */
    discard: () => update((history) => changeOrder(history, history.base)),
    save,
    /** Ends a conflict with one of both orders, and saves it. The other one can be reached by undo. */
    resolveConflict: async (choice: keyof OrderConflict) => {
      const { history, conflict } = store.getState() ?? {}
      if (!history || !conflict) return
      const other = conflict[choice === 'mine' ? 'theirs' : 'mine']
      const rebased = { ...createOrderHistory(conflict.saved, other), past: history.past }
      put({ history: changeOrder(rebased, conflict[choice]), isSaving: false })
      await save()
    },
    hasUnsavedChanges: () => {
      const edit = store.getState()
      return edit !== undefined && hasUnsavedOrder(edit.history)
    },
    /** Loads the order that a closed or reloaded page has left. */
    restore: async () => {
      const stored = await storage.read()
      if (stored && !store.getState()) put({ history: createOrderHistory(stored.base, stored.order), isSaving: false })
    },
  }
}

function setListedIds(fields: SpaceEntry['fields'], field: string, ids: PictureOrder): SpaceEntry['fields'] {
  return { ...fields, [field]: { ...fields[field], [LOCALE]: ids.map((id) => createLink('Entry', id)) } }
}
