import { expect, test, vi } from 'vitest'
import { getListedEntryIds } from '#cms/photo-desk/client/page-list.ts'
import { PHOTO_TYPE } from '#cms/photo-desk/client/picture-type.ts'
import { RequestError } from '#cms/photo-desk/client/request-error.ts'
import type { SpaceChange, SpaceEntry } from '#cms/photo-desk/client/space-pictures.ts'
import type { StoredOrder } from '#cms/photo-desk/client/stored-work.ts'
import { LOCALE } from '#shared/constants.ts'
import { createConflict, createTestDeskClient } from '#tests/setup/photo-desk/test-cma.ts'
import { createTestPage as createGallery, createTestPictures } from '#tests/setup/photo-desk/test-pictures.ts'
import { createOrderEdits } from './order-edits.ts'

const createPage = (ids: string, version: number) => createGallery([...ids], { version }, { name: 'Gallery' })

const getIds = (page: SpaceEntry) => getListedEntryIds(page, PHOTO_TYPE.page).join('')

/** Creates the edits of a page in a space that detects version conflicts. Each letter is the id of a picture. */
async function createTestPage(ids: string, stored?: StoredOrder) {
  let saved = createPage(ids, 1)
  let storedOrder = stored
  /** Called before each update. */
  const onUpdate = vi.fn(async () => {})
  const client = createTestDeskClient<SpaceEntry>(async ({ action, payload }) => {
    if (action === 'get') return saved
    await onUpdate()
    if (payload.sys.version !== saved.sys.version) throw createConflict()
    saved = { ...payload, sys: { ...payload.sys, version: payload.sys.version + 1 } }
    return saved
  })
  const space = {
    client,
    pictureType: PHOTO_TYPE,
    fetchSpacePictures: async () => createTestPictures({ entries: [], page: saved }),
    updateSpacePictures: ({ page }: SpaceChange) => page && edits.setPage(page),
  }
  const edits = createOrderEdits(space, {
    read: async () => storedOrder,
    write: async (order) => {
      storedOrder = order
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
    refresh: () => edits.setPage(saved),
    change: (order: string) => edits.change([...order]),
    getOrder: () => edits.store.getState()?.order.join(''),
    getSaved: () => getIds(saved),
    getSavedPage: () => saved,
    getStored: () => storedOrder,
  }
}

test('§10.35 nothing is written until the editor saves', async () => {
  const page = await createTestPage('abcab') // each picture counts once
  expect(page.getOrder()).toBe('abc')
  page.change('cab')
  expect(page.onUpdate).not.toHaveBeenCalled()
  expect(page.edits.hasUnsavedChanges()).toBe(true)
  await page.edits.save()
  expect(page.getSaved()).toBe('cab')
  expect(page.getSavedPage().fields.name).toEqual({ [LOCALE]: 'Gallery' })
  expect(page.edits.hasUnsavedChanges()).toBe(false)
})

test('§10.35 undo walks back through all steps, and discard can be undone', async () => {
  const page = await createTestPage('abc')
  page.change('bac')
  page.change('bca')
  page.edits.discard()
  expect(page.getOrder()).toBe('abc')
  page.edits.undo()
  expect(page.getOrder()).toBe('bca')
  page.edits.undo()
  expect(page.getOrder()).toBe('bac')
  page.edits.undo()
  expect(page.getOrder()).toBe('abc')
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

test.each(['abcx', 'abxc'])('what was added to the page as %s meanwhile is at the end of each step', async (theirs) => {
  const page = await createTestPage('abc')
  page.change('cab')
  page.saveAsOther(theirs)
  page.refresh()
  expect(page.getOrder()).toBe('cabx')
  page.edits.undo()
  expect(page.getOrder()).toBe('abcx')
})

test('without unsaved changes, the order of somebody else is taken over', async () => {
  const page = await createTestPage('abc')
  page.change('cab')
  await page.edits.save()
  page.saveAsOther('cabx')
  page.refresh()
  expect(page.getOrder()).toBe('cabx')
  page.edits.undo()
  expect(page.getOrder()).toBe('abcx')
  await page.edits.save()
  page.saveAsOther('bc')
  page.refresh()
  expect(page.getOrder()).toBe('bc')
  page.edits.undo()
  expect(page.getOrder()).toBe('bc')
})

test('a save whose response was lost is not written twice', async () => {
  const page = await createTestPage('abc')
  page.change('cab')
  page.saveAsOther('cab')
  await page.edits.save()
  expect(page.onUpdate).not.toHaveBeenCalled()
  expect(page.edits.hasUnsavedChanges()).toBe(false)
})

test('§10.36 the editor keeps the own order, with what was added meanwhile, or takes the other one, and can undo the choice', async () => {
  for (const { choice, result, undone } of [
    { choice: 'mine', result: 'ecabx', undone: 'baecdx' },
    { choice: 'theirs', result: 'baecdx', undone: 'ecabx' },
  ] as const) {
    const page = await createTestPage('abcde')
    page.change('ecab')
    page.saveAsOther('baecdx')
    await page.edits.save()
    expect(page.getSaved()).toBe('baecdx')
    expect(page.edits.store.getState()).toMatchObject({
      isSaving: false,
      conflict: { mine: [...'ecabx'], theirs: [...'baecdx'] },
    })
    page.change('abc')
    expect(page.getOrder()).toBe('ecab')
    await page.edits.resolveConflict(choice)
    expect(page.getSaved()).toBe(result)
    expect(page.edits.hasUnsavedChanges()).toBe(false)
    page.edits.undo()
    expect(page.getOrder()).toBe(undone)
    page.edits.undo()
    expect(page.getOrder()).toBe('abcde')
  }
})

test('a save that fails says why; the next one does not, and is written once', async () => {
  const page = await createTestPage('abc')
  page.change('cab')
  page.onUpdate.mockRejectedValueOnce(new RequestError('Contentful is away', { status: 500 }))
  await page.edits.save()
  expect(page.edits.store.getState()).toMatchObject({ error: 'Contentful is away', isSaving: false, order: [...'cab'] })
  await Promise.all([page.edits.save(), page.edits.save()])
  expect(page.onUpdate).toHaveBeenCalledTimes(2)
  expect(page.edits.store.getState()).not.toHaveProperty('error')
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

test('the last hundred steps can be undone', async () => {
  const page = await createTestPage('abc')
  for (let step = 0; step < 101; step += 1) page.change(step % 2 === 0 ? 'cab' : 'abc')
  for (let step = 0; step < 101; step += 1) page.edits.undo()
  expect(page.getOrder()).toBe('cab')
})
