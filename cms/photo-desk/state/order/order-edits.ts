import { createStore } from 'zustand/vanilla'
import type { ValueStorage } from '#cms/photo-desk/client/desk-database.ts'
import { getListedEntryIds, updatePageList } from '#cms/photo-desk/client/page-list.ts'
import { toRequestError } from '#cms/photo-desk/client/request-error.ts'
import type { SpaceAccess, SpaceEntry } from '#cms/photo-desk/client/space-pictures.ts'
import type { StoredOrder } from '#cms/photo-desk/client/stored-work.ts'
import { isSameOrder, type PictureOrder } from './move-entries.ts'

/** The order that is being edited, with the orders before it for undo. */
export interface OrderEdit extends StoredOrder {
  /** Earlier orders, the latest last. */
  readonly past: readonly PictureOrder[]
  readonly isSaving: boolean
  /** Why the last save failed: what is wrong and what to do. */
  readonly error?: string
  /** Set when somebody else has saved another order, until the editor has chosen one. */
  readonly conflict?: OrderConflict
}

/** The editor's order, and the one that somebody else has saved meanwhile. */
export interface OrderConflict {
  readonly mine: PictureOrder
  readonly theirs: PictureOrder
}

/** Steps that can be undone. */
const MAX_STEPS = 100

export const hasUnsavedOrder = (edit: StoredOrder | undefined): boolean =>
  edit !== undefined && !isSameOrder(edit.base, edit.order)

/** Creates the store of the unsaved order of a page. Nothing is written to Contentful until `save`. */
export function createOrderEdits(space: Omit<SpaceAccess, 'getSpacePictures'>, storage: ValueStorage<StoredOrder>) {
  const list = space.pictureType.page
  const store = createStore<OrderEdit | undefined>(() => undefined)

  function put(edit: OrderEdit): void {
    store.setState(edit, true)
    const { base, order } = edit
    storage
      .write(hasUnsavedOrder(edit) ? { base, order } : undefined)
      .catch((error: unknown) => console.warn('The unsaved order is not kept over a reload:', error))
  }

  /** Applies a step of the editor. The choice between two orders comes first. */
  function update(step: (edit: OrderEdit) => OrderEdit): void {
    const edit = store.getState()
    if (edit && !edit.conflict) put(step(edit))
  }

  /** Saves the order as a draft of the page. Does not reject: the edit has the error or the conflict. */
  async function save(): Promise<void> {
    const edit = store.getState()
    if (!edit || edit.isSaving || edit.conflict || !hasUnsavedOrder(edit)) return
    const { error: _, ...rest } = edit
    put({ ...rest, isSaving: true })
    const failure = await write().catch((error: unknown) => ({ error: toRequestError(error).message }))
    put({ ...(store.getState() ?? edit), isSaving: false, ...failure })
  }

  /** Writes the order into the latest version of the page. Ends without a write if the editor has to choose. */
  async function write(): Promise<void> {
    let written: PictureOrder | undefined
    await updatePageList(space, (listedIds) => {
      const edit = store.getState()
      const theirs = [...new Set(listedIds)]
      const current = edit && takeOverOrder(edit, theirs)
      written = hasUnsavedOrder(current) ? current?.order : undefined
      if (edit) put(current ?? { ...edit, conflict: { mine: appendTheirPictures(edit, theirs), theirs } })
      return written ?? listedIds
    })
    const edit = store.getState()
    // The editor may have gone on meanwhile: those steps are not saved yet.
    if (edit && written) put({ ...edit, base: written })
  }

  return {
    /** `undefined` until the page is known. */
    store,
    /** Takes over the page after each change of it. If the editor has to choose between two orders, `save` finds it. */
    setPage: (page: SpaceEntry) => {
      const order = [...new Set(getListedEntryIds(page, list))]
      const edit = store.getState() ?? createEdit({ base: order, order })
      if (!edit.conflict) put(takeOverOrder(edit, order) ?? edit)
    },
    change: (order: PictureOrder) => update((edit) => changeOrder(edit, order)),
    undo: () => update(undoOrder),
    /** Goes back to the order of the page in Contentful. Can be undone. */
    discard: () => update((edit) => changeOrder(edit, edit.base)),
    save,
    /** Ends a conflict with one of both orders, and saves it. Undo leads to the other one. */
    resolveConflict: async (choice: keyof OrderConflict) => {
      const edit = store.getState()
      if (!edit?.conflict) return
      const { mine, theirs } = edit.conflict
      const [chosen, other] = choice === 'mine' ? [mine, theirs] : [theirs, mine]
      put(changeOrder({ ...createEdit({ base: theirs, order: other }), past: edit.past }, chosen))
      await save()
    },
    hasUnsavedChanges: () => hasUnsavedOrder(store.getState()),
    /** Loads the order that a closed or reloaded page has left. */
    restore: async () => {
      const stored = await storage.read()
      if (stored && !store.getState()) put(createEdit(stored))
    },
  }
}

const createEdit = ({ base, order }: StoredOrder): OrderEdit => ({ base, order, past: [], isSaving: false })

/** Changes the order, as a step that can be undone. */
function changeOrder(edit: OrderEdit, order: PictureOrder): OrderEdit {
  if (isSameOrder(edit.order, order)) return edit
  return { ...edit, order, past: [...edit.past, edit.order].slice(-MAX_STEPS) }
}

function undoOrder(edit: OrderEdit): OrderEdit {
  const order = edit.past.at(-1)
  return order ? { ...edit, order, past: edit.past.slice(0, -1) } : edit
}

/** Takes over the order of the page. Returns `undefined` if both sides have changed it, so that the editor has to choose. */
function takeOverOrder(edit: OrderEdit, theirs: PictureOrder): OrderEdit | undefined {
  const { base, order, past } = edit
  if (isSameOrder(base, theirs)) return edit
  if (isSameOrder(order, theirs)) return { ...edit, base: theirs } // for example after a lost response
  const added = findAdded(base, theirs)
  const append = (other: PictureOrder) => [...other.filter((id) => !added?.includes(id)), ...(added ?? [])]
  if (!hasUnsavedOrder(edit)) return { ...edit, base: theirs, order: theirs, past: added ? past.map(append) : [] }
  return added && { ...edit, base: theirs, order: append(order), past: past.map(append) }
}

/** Returns the pictures that were added to the page meanwhile; `undefined` if the page has changed in another way. */
function findAdded(base: PictureOrder, theirs: PictureOrder): PictureOrder | undefined {
  const known = new Set(base)
  const others = theirs.filter((id) => known.has(id))
  return isSameOrder(others, base) ? theirs.filter((id) => !known.has(id)) : undefined
}

/** Returns the editor's order, with the pictures that were added to the page meanwhile at its end. */
function appendTheirPictures({ base, order }: OrderEdit, theirs: PictureOrder): PictureOrder {
  const known = new Set([...base, ...order])
  return [...order, ...theirs.filter((id) => !known.has(id))]
}
