import { expect, test, vi } from 'vitest'
import type { DeskPicture } from '#cms/photo-desk/state/pictures/picture.ts'
import { createFilledCells } from './filled-cells.ts'

const createRow = (id: string, values: DeskPicture['values']): DeskPicture => ({
  id,
  name: `${id}.jpg`,
  fileNames: [`${id}.jpg`],
  state: 'published',
  values,
})

test('undo restores the cells that were filled, except those that were changed since or whose picture is gone', () => {
  const change = vi.fn()
  const cells = createFilledCells({ change })
  const [crew, pipe, gone] = [
    createRow('crew', { altText: 'Old', caption: 'Texas' }),
    createRow('pipe', {}),
    createRow('gone', { altText: 'Old' }),
  ]
  cells.fill([
    { row: crew, field: 'altText', value: 'New' },
    { row: crew, field: 'caption', value: null },
    { row: pipe, field: 'altText', value: 'New' },
    { row: gone, field: 'altText', value: null },
  ])
  expect(change.mock.calls).toEqual([
    ['crew', { altText: 'New', caption: null }, 'crew.jpg'],
    ['pipe', { altText: 'New' }, 'pipe.jpg'],
    ['gone', { altText: null }, 'gone.jpg'],
  ])
  expect(cells.store.getState().message).toBe('4 texts filled in.')
  change.mockClear()
  cells.undo([createRow('crew', { altText: 'New', caption: null }), createRow('pipe', { altText: 'Typed' })])
  expect(change.mock.calls).toEqual([['crew', { altText: 'Old', caption: 'Texas' }, 'crew.jpg']])
  expect(cells.store.getState()).toMatchObject({
    message: '2 texts restored. 2 texts were changed since, and not restored.',
    changes: [],
  })
})
