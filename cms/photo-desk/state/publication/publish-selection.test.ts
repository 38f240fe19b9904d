import { expect, test, vi } from 'vitest'
import type { DeselectedEntry } from '#cms/photo-desk/client/stored-work.ts'
import { isSelectedByDefault } from '#cms/photo-desk/state/pictures/picture.ts'
import {
  CHANGED,
  createTestAsset,
  createTestPhotoEntry,
  DRAFT,
  PUBLISHED,
  TAKEN_DOWN,
} from '#tests/setup/photo-desk/test-pictures.ts'
import { createPublishSelection, listSelectedIds, type SelectableEntry } from './publish-selection.ts'

test.each([
  ['a new photograph', DRAFT, DRAFT, true],
  ['a changed text', CHANGED, PUBLISHED, true],
  ['a replaced file', PUBLISHED, CHANGED, true],
  ['a published photograph', PUBLISHED, PUBLISHED, false],
  ['a photograph that was taken down, or whose scheduled unpublishing has run', TAKEN_DOWN, TAKEN_DOWN, false],
  ['a photograph that was taken down, with a file that others use', TAKEN_DOWN, PUBLISHED, false],
  ['a photograph whose file was taken down', PUBLISHED, TAKEN_DOWN, false],
])('§10.44 publishes %s next: %#', (_, entry, asset, expected) => {
  expect(isSelectedByDefault(createTestPhotoEntry('a', entry), createTestAsset('a-file', asset))).toBe(expected)
})

/** A picture that is selected unless the editor deselects it. */
const toDefault = (id: string) => ({ id, isDefault: true })

/** What a browser keeps over a reload. */
function createStorage() {
  const stored: DeselectedEntry[] = []
  const write = async (entries: readonly DeselectedEntry[] = []) => void stored.splice(0, stored.length, ...entries)
  return { read: async () => stored, write }
}

const listSelected = (selection: ReturnType<typeof createPublishSelection>, ...entries: readonly SelectableEntry[]) =>
  listSelectedIds(entries, selection.store.getState())

test('§10.44 what the editor deselects stays so over a reload, what they select does not', async () => {
  const storage = createStorage()
  const selection = createPublishSelection(storage)
  selection.select(['a', 'b', 'gallery'].map(toDefault), false)
  selection.forget(['b'])
  selection.select([{ id: 'taken-down', isDefault: false }], true)
  const rows = [...['a', 'b', 'gallery'].map(toDefault), { id: 'taken-down', isDefault: false }]
  expect(listSelected(selection, ...rows)).toEqual(['b', 'taken-down'])
  const reloaded = createPublishSelection(storage)
  await reloaded.restore()
  expect(listSelected(reloaded, ...rows)).toEqual(['b'])
})

test('§10.44 a page that is deselected is selected again when its list changes, a picture is not when its text does', async () => {
  const storage = createStorage()
  const selection = createPublishSelection(storage)
  const page = { ...toDefault('gallery'), list: 'a b' }
  selection.select([page, toDefault('a')], false)
  expect(listSelected(selection, page, toDefault('a'))).toEqual([])
  const reloaded = createPublishSelection(storage)
  await reloaded.restore()
  for (const current of [selection, reloaded]) {
    expect(listSelected(current, page, toDefault('a'))).toEqual([])
    expect(listSelected(current, { ...page, list: 'b a' }, toDefault('a'))).toEqual(['gallery'])
  }
})

test('a choice is kept in memory when the browser does not store it, which is logged', async () => {
  using warning = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const reject = () => Promise.reject(new Error('The quota is exceeded'))
  const selection = createPublishSelection({ read: reject, write: reject })
  selection.select([toDefault('a')], false)
  expect(listSelected(selection, toDefault('a'))).toEqual([])
  await expect.poll(() => warning.mock.calls.length).toBe(1)
})

test('Shift selects all that are shown from the picture that was changed last, and what is as by default is no choice', () => {
  const selection = createPublishSelection({ read: async () => undefined, write: async () => {} })
  const shown = ['a', 'b', 'c', 'd'].map(toDefault)
  selection.selectOne(shown, 'b', false, false)
  selection.selectOne(shown, 'd', false, true)
  expect([...selection.store.getState().keys()]).toEqual(['b', 'c', 'd'])
  selection.selectOne(shown, 'c', true, false)
  expect([...selection.store.getState().keys()]).toEqual(['b', 'd'])
  selection.selectOne(shown.slice(0, 2), 'a', false, true) // the last one is not shown
  expect([...selection.store.getState().keys()]).toEqual(['b', 'd', 'a'])
})
