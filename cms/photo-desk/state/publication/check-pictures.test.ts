import { expect, test } from 'vitest'
import { createLink } from '#cms/links.ts'
import { LOGO_TYPE, PHOTO_TYPE } from '#cms/photo-desk/client/picture-type.ts'
import { LOCALE } from '#shared/constants.ts'
import {
  createTestAsset,
  createTestPage,
  createTestPhotoEntry,
  createTestPictures,
  DRAFT,
  PUBLISHED,
  toType,
} from '#tests/setup/photo-desk/test-pictures.ts'
import { checkPictures, checkPublishedVersion, type PictureIssues } from './check-pictures.ts'

/** Returns the texts of the issues of a picture or page. */
function listTexts(issues: PictureIssues, id: string) {
  const select = (isBlocking: boolean) =>
    (issues.get(id) ?? []).filter((issue) => issue.isBlocking === isBlocking).map(({ text }) => text)
  return { blocking: select(true), advice: select(false) }
}

/** Checks one photograph. */
const check = (values: Readonly<Record<string, unknown>>, asset = createTestAsset('a-file', DRAFT)) => {
  const spacePictures = createTestPictures({ entries: [createTestPhotoEntry('a', DRAFT, values)], assets: [asset] })
  return listTexts(checkPictures(spacePictures, PHOTO_TYPE), 'a')
}

test.each([
  [{ caption: 'A caption' }, [], []],
  [{ altText: undefined }, ['Alternative text is empty: describe the picture for people who cannot see it'], []],
  [{ [PHOTO_TYPE.pictureField]: undefined }, ['Photo is empty: choose a value'], []],
  [{ caption: 'a'.repeat(200) }, [expect.stringContaining('has 200 characters')], []],
  [{ focalPoint: 'left' }, [expect.stringContaining('Focal point is “left”')], []],
  [{ altText: 'Picture of a pipe in a trench' }, [], [expect.stringContaining('words like “picture of”')]],
])(
  '§10.31 what keeps a photograph with %o from being published, and what is advice only',
  (values, blocking, advice) => {
    expect(check(values)).toEqual({ blocking, advice })
  },
)

test('a file that is missing or not processed keeps a photograph from being published', () => {
  const { sys, fields } = createTestAsset('a-file', DRAFT)
  const file = { [LOCALE]: { fileName: 'a.jpg', contentType: 'image/jpeg' } }
  expect(check({}, { sys, fields: { ...fields, file } }).blocking).toEqual([
    'The file is missing, or its upload did not finish: upload it again',
  ])
  expect(check({}, createTestAsset('another-file', DRAFT)).blocking).toEqual([
    expect.stringContaining('links to something that is deleted or archived'),
  ])
})

test('a logo without a valid address cannot be published; an archived one has no issues', () => {
  const entries = ['a', 'archived'].map((id) => {
    const values = {
      name: 'A union',
      kind: 'Trade unions',
      link: 'http://union.org',
      logo: createLink('Asset', 'a-file'),
    }
    return toType(
      createTestPhotoEntry(id, id === 'a' ? DRAFT : { ...DRAFT, archivedVersion: 1 }, values),
      LOGO_TYPE.type,
    )
  })
  const issues = checkPictures(createTestPictures({ entries, page: createTestPage([], DRAFT) }), LOGO_TYPE)
  expect([...issues.keys()]).toEqual(['a'])
  expect(listTexts(issues, 'a').blocking).toEqual([expect.stringContaining('begins with http: instead of https:')])
})

test('a file with fewer pixels than the site shows is advice', () => {
  const { sys, fields } = createTestAsset('a-file', DRAFT)
  const details = { size: 200_000, image: { width: 300, height: 200 } }
  const file = {
    [LOCALE]: { fileName: 'a.jpg', contentType: 'image/jpeg', url: '//images.example.org/a.jpg', details },
  }
  expect(check({}, { sys, fields: { ...fields, file } }).advice).toEqual([expect.stringContaining('300')])
})

test('checks the list of the page, but none of its other fields', () => {
  const entries = [createTestPhotoEntry('a', DRAFT)]
  const spacePictures = createTestPictures({ entries, page: createTestPage(['a', 'deleted', 'a'], DRAFT) })
  expect(listTexts(checkPictures(spacePictures, PHOTO_TYPE), 'gallery')).toEqual({
    blocking: [expect.stringContaining('links to something that is deleted or archived (deleted)')],
    advice: [expect.stringMatching(/lists “.+” twice/)],
  })
})

test('what visitors see of a photograph does not fit any more where the content model has become stricter', () => {
  const checkPublished = (values: Readonly<Record<string, unknown>>) =>
    checkPublishedVersion(
      createTestPage([], PUBLISHED),
      createTestPhotoEntry('a', PUBLISHED, values),
      createTestAsset('a-file', PUBLISHED),
      PHOTO_TYPE,
    )
  expect(checkPublished({ caption: 'A pipe' })).toEqual(new Map())
  expect(checkPublished({ caption: 'a'.repeat(200), altText: '' })).toEqual(
    new Map([
      ['altText', expect.stringContaining('is empty')],
      ['caption', expect.stringContaining('has 200 characters')],
    ]),
  )
})
