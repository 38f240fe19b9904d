import { expect, test } from 'vitest'
import { PHOTO_TYPE } from '#cms/photo-desk/client/picture-type.ts'
import { listPictures } from '#cms/photo-desk/state/pictures/picture.ts'
import { NO_FILTER, type PictureFilter } from '#cms/photo-desk/state/pictures/picture-filter.ts'
import {
  createTestPage,
  createTestPhotoEntry,
  createTestPictures,
  DRAFT,
  PUBLISHED,
} from '#tests/setup/photo-desk/test-pictures.ts'
import { groupPictures, listShownPictures } from './shown-pictures.ts'

test.each<readonly [PictureFilter, Record<'listed' | 'unlisted' | 'all', string>]>([
  [NO_FILTER, { listed: 'gone b a old', unlisted: 'd c', all: 'gone b a old' }],
  [
    { state: 'all', search: ' pipe ' },
    { listed: 'b old', unlisted: 'd', all: 'b old d' },
  ],
  [
    { state: 'archived', search: '' },
    { listed: 'old', unlisted: '', all: 'old' },
  ],
  [
    { state: 'all', search: 'nothing' },
    { listed: '', unlisted: '', all: '' },
  ],
])('§10.40 shows what matches %o, with what the list lacks; a deleted picture only without a filter', (filter, ids) => {
  const entries = [
    createTestPhotoEntry('d', DRAFT, { altText: 'A pipe', caption: 'Ohio' }),
    createTestPhotoEntry('a', PUBLISHED, { altText: 'A crew' }),
    createTestPhotoEntry('b', PUBLISHED, { altText: 'A PIPE' }),
    createTestPhotoEntry('c', DRAFT, { altText: 'A truck' }),
    ...['old', 'older'].map((id) =>
      createTestPhotoEntry(id, { ...DRAFT, archivedVersion: 1 }, { altText: 'Old pipe' }),
    ),
  ]
  const order = ['gone', 'b', 'a', 'old']
  const pictures = listPictures(createTestPictures({ entries, page: createTestPage(order, PUBLISHED) }), PHOTO_TYPE)
  const { listedIds, unlisted, shownIds, allIds, isFiltered } = listShownPictures(pictures, PHOTO_TYPE, order, filter)
  expect({
    listed: listedIds.join(' '),
    unlisted: unlisted.map(({ id }) => id).join(' '),
    all: allIds.join(' '),
  }).toEqual(ids)
  expect(shownIds).toEqual([...listedIds, ...unlisted.map(({ id }) => id)])
  expect(isFiltered).toBe(filter !== NO_FILTER)
})

test('groups logos by kind, in the order of the first one of each; those without a kind have a title too', () => {
  const kinds: Readonly<Record<string, string>> = { a: 'Unions', b: '', c: 'Unions' }
  expect(groupPictures(['a', 'b', 'c'], (id) => kinds[id] ?? '')).toEqual([
    { title: 'Unions', ids: ['a', 'c'] },
    { title: 'Without a kind', ids: ['b'] },
  ])
  expect(groupPictures(['a', 'b'], undefined)).toEqual([{ ids: ['a', 'b'] }])
})
