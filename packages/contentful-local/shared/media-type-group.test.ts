import { expect, test } from 'vitest'
import { getMediaTypeGroup, MEDIA_TYPE_GROUPS } from './media-type-group.ts'

const OFFICE = 'application/vnd.openxmlformats-officedocument'
const OPEN = 'application/vnd.oasis.opendocument'
const APPLICATIONS = 'zip gzip x-tar x-bzip x-bzip2 x-7z-compressed x-rar-compressed vnd.rar'.split(' ')
const MEDIA_TYPES = {
  image: 'image/png image/svg+xml',
  ...{ audio: 'audio/mpeg', video: 'video/mp4', pdfdocument: 'application/pdf' },
  richtext: `text/rtf application/rtf application/msword ${OFFICE}.wordprocessingml.document ${OPEN}.text`,
  presentation: `application/vnd.ms-powerpoint ${OFFICE}.presentationml.presentation ${OPEN}.presentation`,
  spreadsheet: `application/vnd.ms-excel ${OFFICE}.spreadsheetml.sheet ${OPEN}.spreadsheet text/csv`,
  archive: APPLICATIONS.map((name) => `application/${name}`).join(' '),
  code: 'application/javascript text/javascript application/json text/css application/x-python-script',
  markup: 'text/html text/xml text/markdown application/xml application/xhtml+xml',
  plaintext: 'text/plain text/html2 text/rtf2',
  attachment: 'application/octet-stream application/pdf2 application/zip2 application/json2 x/image/png x/text/csv',
}

test('every media type has one of the groups of Contentful', () => {
  expect(MEDIA_TYPE_GROUPS).toEqual(Object.keys(MEDIA_TYPES))
  for (const [group, types] of Object.entries(MEDIA_TYPES))
    expect(
      types.split(' ').filter((type) => getMediaTypeGroup(type) !== group),
      group,
    ).toEqual([])
})
