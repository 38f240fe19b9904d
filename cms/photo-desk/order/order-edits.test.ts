import type { CMAClient } from '@contentful/app-sdk'
import { createClient } from 'contentful-management'
import { expect, test, vi } from 'vitest'
import { createLink } from '#cms/links.ts'
import { RequestError } from '#cms/photo-desk/space/request-error.ts'
import type { SpaceEntry } from '#cms/photo-desk/space/space-pictures.ts'
import { getListedEntryIds } from '#cms/pictures/page-list.ts'
import { PHOTO_TYPE } from '#cms/pictures/picture-type.ts'
import { LOCALE } from '#shared/constants.ts'
import { createOrderEdits } from './order-edits.ts'
import type { StoredOrder } from './order-history.ts'

function createPage(ids: string, version: number): SpaceEntry {
  const link = <Type extends string>(linkType: Type, id: string) => ({ sys: { type: 'Link' as const, linkType, id } })
  return {
    sys: {
      type: 'Entry',
      id: 'gallery-page',
      version,
      createdAt: '2026-01-01T00:00:00Z',
      updatedAt: '2026-01-01T00:00:00Z',
      space: link('Space', 'space'),
      environment: link('Environment', 'master'),
      contentType: link('ContentType', 'galleryPage'),
      automationTags: [],
    },
    metadata: { tags: [] },
    fields: { images: { [LOCALE]: [...ids].map((id) => createLink('Entry', id)) }, name: { [LOCALE]: 'Gallery' } },
  }
}

/** Copies a value as requests and responses are copied between the app and Contentful. */
const copy = (value: unknown) => JSON.parse(JSON.stringify(value))

const getIds = (page: SpaceEntry) => getListedEntryIds(page, PHOTO_TYPE.page).join('')

/** Creates the edits of a page in a space that detects version conflicts. Each letter is the id of a picture. */
async function createTestPage(ids: string, stored?: StoredOrder) {
  let saved = createPage(ids, 1)
  let known = saved
  let storedOrder = stored
  /** Called before each update. */
  const onUpdate = vi.fn(async () => {})
  const makeRequest = async ({ action, payload }: { readonly action: string; readonly payload?: unknown }) => {
    if (action === 'get') return copy(saved)
    const page: SpaceEntry = copy(payload)
    await onUpdate()
    if (page.sys.version !== saved.sys.version)
      throw new RequestError('Somebody else has changed this meanwhile', { status: 409, details: [] })
    saved = { ...page, sys: { ...page.sys, version: page.sys.version + 1 } }
    return copy(saved)
  }
  const cma: CMAClient = createClient({ apiAdapter: { makeRequest } }, { type: 'plain' })
  const edits = createOrderEdits({
    client: { send: (request) => request(cma), readAll: async () => [], readByIds: async () => [] },
    storage: {
      read: async () => storedOrder,
      write: async (order) => {
        storedOrder = order
      },
    },
    pageList: PHOTO_TYPE.page,
    fetchPage: async () => known,
    onSaved: (page) => {
      known = page
      edits.setPage(page)
    },
  })
  await edits.restore()
  edits.setPage(saved)
  return {
    edits,
    onUpdate,
    /** Saves an order as another editor. */
    saveAsOther: (order: string) => {
      saved = createPage(order, saved.sys.version + 1)
    },
    /** Reads the page again, as after an upload. */
    refresh: () => {
      known = saved
      edits.setPage(saved)
    },
    change: (order: string) => edits.change([...order]),
    getOrder: () => edits.store.getState()?.history.order.join(''),
    getSaved: () => getIds(saved),
    getSavedPage: () => saved,
    getStored: () => storedOrder,
  }
}

test('nothing is written until the editor saves', async () => {
  const page = await createTestPage('abc')
  page.change('cab')
  expect(page.onUpdate).not.toHaveBeenCalled()
  expect(page.edits.hasUnsavedChanges()).toBe(true)
  await page.edits.save()
  expect(page.getSaved()).toBe('cab')
  expect(page.getSavedPage().fields.name).toEqual({ [LOCALE]: 'Gallery' })
  expect(page.edits.hasUnsavedChanges()).toBe(false)
})

test('undo and redo walk through all steps, and discard can be undone', async () => {
  const page = await createTestPage('abc')
  page.change('bac')
  page.change('bca')
  page.edits.undo()
  expect(page.getOrder()).toBe('bac')
  page.edits.redo()
  expect(page.getOrder()).toBe('bca')
  page.edits.discard()
  expect(page.getOrder()).toBe('abc')
  page.edits.undo()
  expect(page.getOrder()).toBe('bca')
})

test('a reload continues with the unsaved order', async () => {
  const page = await createTestPage('abc')
  page.change('cab')
  const reloaded = await createTestPage('abcx', page.getStored())
  expect(reloaded.getOrder()).toBe('cabx')
  await reloaded.edits.save()
  expect(reloaded.getSaved()).toBe('cabx')
  expect(reloaded.getStored()).toBeUndefined()
})

test('pictures that are appended meanwhile appear at the end, and undo keeps them', async () => {
  const page = await createTestPage('abc')
  page.change('cab')
  page.saveAsOther('abcx')
  page.refresh()
  expect(page.getOrder()).toBe('cabx')
  page.edits.undo()
  expect(page.getOrder()).toBe('abcx')
})

test('a version conflict is merged with the changes of the other editor', async () => {
  const page = await createTestPage('abcde')
  page.change('eabcd')
  page.saveAsOther('bacdex')
  await page.edits.save()
  expect(page.getSaved()).toBe('ebacdx')
  expect(page.edits.store.getState()).toMatchObject({ isSaving: false, history: { base: [...'ebacdx'] } })
})

test('a save whose response was lost is not written twice', async () => {
  const page = await createTestPage('abc')
  page.change('cab')
  page.saveAsOther('cab')
  await page.edits.save()
  expect(page.onUpdate).toHaveBeenCalledTimes(1)
  expect(page.edits.hasUnsavedChanges()).toBe(false)
})

test('moves of the same picture are a conflict, and the editor can keep the own order', async () => {
  const page = await createTestPage('abcde')
  page.change('eabcd')
  page.saveAsOther('aebcd')
  await page.edits.save()
  expect(page.getSaved()).toBe('aebcd')
  expect(page.edits.store.getState()?.conflict).toMatchObject({ mine: [...'eabcd'], theirs: [...'aebcd'] })
  await page.edits.resolveConflict('mine')
  expect(page.getSaved()).toBe('eabcd')
  page.edits.undo()
  expect(page.getOrder()).toBe('aebcd')
})

test('the editor can take the order of the other editor, and undo that', async () => {
  const page = await createTestPage('abcde')
  page.change('eabcd')
  page.saveAsOther('aebcd')
  await page.edits.save()
  await page.edits.resolveConflict('theirs')
  expect(page.getSaved()).toBe('aebcd')
  expect(page.edits.hasUnsavedChanges()).toBe(false)
  page.edits.undo()
  expect(page.getOrder()).toBe('eabcd')
})

test('a failed save says why and keeps the order', async () => {
  const page = await createTestPage('abc')
  page.change('cab')
  page.onUpdate.mockRejectedValueOnce(
    new RequestError('Contentful has ended your session', { status: 401, details: [] }),
  )
  await page.edits.save()
  expect(page.edits.store.getState()).toMatchObject({ isSaving: false, error: 'Contentful has ended your session' })
  expect(page.getOrder()).toBe('cab')
  await page.edits.save()
  expect(page.getSaved()).toBe('cab')
  expect(page.edits.store.getState()?.error).toBeUndefined()
})

test('moves during a save are not saved, and stay', async () => {
  const page = await createTestPage('abc')
  page.change('cab')
  page.onUpdate.mockImplementationOnce(async () => page.change('cba'))
  await page.edits.save()
  expect(page.getSaved()).toBe('cab')
  expect(page.getOrder()).toBe('cba')
  expect(page.edits.hasUnsavedChanges()).toBe(true)
})
