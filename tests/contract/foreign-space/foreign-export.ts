import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { ExportedSpace } from '#tests/contract/official-tools.ts'
import { createPicture } from '#tests/contract/test-contentful.ts'
import { foreignTypes } from './foreign-model.ts'

type Values = Readonly<Record<string, unknown>>
type Resource = ExportedSpace['entries'][number]

const link = (linkType: 'Entry' | 'Asset', id: string) => ({ sys: { type: 'Link', linkType, id } })
const toEntry = (id: string) => link('Entry', id)
const toAsset = (id: string) => link('Asset', id)

/** The values of a field in both locales, or in English only. */
const both = (english: unknown, german: unknown) => ({ 'en-US': english, de: german })
const english = (value: unknown) => ({ 'en-US': value })

const word = (value: string, ...marks: readonly string[]) => ({
  nodeType: 'text',
  value,
  marks: marks.map((type) => ({ type })),
  data: {},
})
const node = (nodeType: string, content: readonly object[], data: object = {}) => ({ nodeType, data, content })
const paragraph = (...content: readonly object[]) => node('paragraph', content)

/** A document with an embedded entry, an inline entry, a linked entry and an embedded asset. */
const createDocument = (language: string, entryId: string, assetId: string) =>
  node('document', [
    node('heading-2', [word(`Heading in ${language}`)]),
    paragraph(
      word(`Text in ${language} with `),
      word('emphasis', 'italic'),
      node('entry-hyperlink', [word('a link')], { target: toEntry(entryId) }),
      word(' and '),
      node('embedded-entry-inline', [], { target: toEntry(entryId) }),
      word('.'),
    ),
    node('embedded-entry-block', [], { target: toEntry(entryId) }),
    node('embedded-asset-block', [], { target: toAsset(assetId) }),
  ])

interface ForeignEntry {
  readonly id: string
  readonly type: string
  readonly fields: Readonly<Record<string, Values>>
  readonly tags?: readonly string[]
  readonly isDraft?: boolean
}

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

/** 68 entries. They follow the entries that they link to. */
const foreignEntries: readonly ForeignEntry[] = [
  ...numbers(6).map(
    (n): ForeignEntry => ({
      id: `room-${n}`,
      type: 'room',
      fields: {
        title: both(`Room ${n}`, `Raum ${n}`),
        code: english(`R${n}`),
        position: english({ lat: 48.1 + n / 100, lon: 11.5 }),
      },
    }),
  ),
  ...numbers(2).map(
    (n): ForeignEntry => ({
      id: `floor-${n}`,
      type: 'floor',
      fields: {
        title: both(`Floor ${n}`, `Stock ${n}`),
        level: english(n),
        rooms: english(numbers(3).map((index) => toEntry(`room-${(n - 1) * 3 + index}`))),
      },
    }),
  ),
  {
    id: 'museum',
    type: 'museum',
    fields: {
      title: both('Museum of Lines', 'Museum der Linien'),
      logo: english(toAsset('picture-1')),
      floors: english([toEntry('floor-1'), toEntry('floor-2')]),
    },
  },
  ...numbers(4).map(
    (n): ForeignEntry => ({
      id: `employee-${n}`,
      type: 'employee',
      fields: { name: english(`Employee ${n}`), role: both(`Guide ${n}`, `Führung ${n}`) },
    }),
  ),
  ...numbers(5).map(
    (n): ForeignEntry => ({
      id: `quotation-${n}`,
      type: 'quotation',
      fields: {
        words: english(`A line is a dot that walks, ${n}.`),
        source: english(toEntry(`employee-${(n % 4) + 1}`)),
      },
    }),
  ),
  ...numbers(8).map(
    (n): ForeignEntry => ({
      id: `artist-${n}`,
      type: 'artist',
      fields: {
        name: english(`Artist ${n}`),
        born: english(`19${10 + n}-0${n}-01`),
        biography: both(
          createDocument('English', `quotation-${(n % 5) + 1}`, 'picture-2'),
          createDocument('German', `quotation-${(n % 5) + 1}`, 'picture-3'),
        ),
        portrait: english(toAsset(`picture-${(n % 4) + 1}`)),
        countries: english(['Austria', `Country ${n}`]),
      },
      ...(n === 1 ? { tags: ['featured', 'internal'] } : {}),
    }),
  ),
  ...numbers(16).map(
    (n): ForeignEntry => ({
      id: `artwork-${n}`,
      type: 'artwork',
      fields: {
        title: n % 3 === 0 ? english(`Untitled ${n}`) : both(`Line ${n}`, `Linie ${n}`),
        byline: english(`Artist ${(n % 8) + 1}`),
        year: english(1900 + n),
        onDisplay: english(n % 2 === 0),
        dimensions: english({ width: n * 10, height: n * 5, unit: 'cm' }),
        artist: english(toEntry(`artist-${(n % 8) + 1}`)),
        room: english(toEntry(`room-${(n % 6) + 1}`)),
        picture: english(toAsset(`picture-${(n % 4) + 1}`)),
      },
    }),
  ),
  ...numbers(4).map(
    (n): ForeignEntry => ({
      id: `essay-${n}`,
      type: 'essay',
      fields: {
        title: both(`Essay ${n}`, `Aufsatz ${n}`),
        body: both(
          createDocument('English', `artwork-${n}`, 'picture-1'),
          createDocument('German', `artwork-${n + 1}`, 'picture-4'),
        ),
        author: english(toEntry(n % 2 === 0 ? `artist-${n}` : `employee-${n}`)),
        oldSlug: english(`essay-number-${n}`),
      },
    }),
  ),
  ...numbers(4).map(
    (n): ForeignEntry => ({
      id: `lecture-${n}`,
      type: 'lecture',
      fields: {
        title: both(`Lecture ${n}`, `Vortrag ${n}`),
        held: english(`2024-03-0${n}T18:00+01:00`),
        speaker: english(toEntry(`employee-${n}`)),
      },
    }),
  ),
  ...numbers(4).map(
    (n): ForeignEntry => ({
      id: `exhibition-${n}`,
      type: 'exhibition',
      fields: {
        title: both(`Exhibition ${n}`, `Ausstellung ${n}`),
        summary: both(`About exhibition ${n}.`, `Über Ausstellung ${n}.`),
        starts: english(`2024-0${n}-15`),
        works: english(numbers(4).map((index) => toEntry(`artwork-${(n - 1) * 4 + index}`))),
        introduction: english(toEntry(`essay-${n}`)),
        related: english([toEntry(`lecture-${n}`), ...(n > 1 ? [toEntry(`exhibition-${n - 1}`)] : [])]),
      },
    }),
  ),
  ...numbers(3).map(
    (n): ForeignEntry => ({
      id: `ticket-${n}`,
      type: 'ticket',
      fields: {
        title: both(`Ticket ${n}`, `Karte ${n}`),
        price: english(n * 4.5),
        kind: english(n === 3 ? 'year' : 'day'),
      },
      isDraft: n === 3,
    }),
  ),
  {
    id: 'landing-page',
    type: 'landingPage',
    fields: {
      title: both('Welcome', 'Willkommen'),
      blocks: english([toEntry('quotation-1'), toEntry('exhibition-1'), toEntry('ticket-1')]),
    },
  },
  {
    id: 'menu',
    type: 'menu',
    fields: {
      title: both('Menu', 'Menü'),
      targets: english([toEntry('landing-page'), toEntry('museum'), toEntry('exhibition-2')]),
    },
  },
  ...numbers(7).map(
    (n): ForeignEntry => ({
      id: `day-${n}`,
      type: 'openingHours',
      fields: { day: both(`Day ${n}`, `Tag ${n}`), hours: english(n === 1 ? 'closed' : '10–18') },
    }),
  ),
]

const TIMES = { createdAt: '2024-01-01T00:00:00.000Z', updatedAt: '2024-01-02T00:00:00.000Z' }
const PUBLISHED = { version: 2, publishedVersion: 1, publishedCounter: 1, publishedAt: TIMES.updatedAt }
const FIELD = { localized: false, required: false, disabled: false, omitted: false, validations: [] }

const toExportedEntry = ({ id, type, fields, tags = [], isDraft = false }: ForeignEntry): Resource => ({
  sys: {
    ...TIMES,
    ...(isDraft ? { version: 1 } : PUBLISHED),
    type: 'Entry',
    id,
    contentType: { sys: { type: 'Link', linkType: 'ContentType', id: type } },
  },
  metadata: { tags: tags.map((tag) => ({ sys: { type: 'Link', linkType: 'Tag', id: tag } })), concepts: [] },
  fields,
})

/** Creates the export of the museum, with its files below `folder` as contentful-export downloads them. */
export async function createForeignExport(folder: string): Promise<ExportedSpace> {
  const assets = await Promise.all(numbers(4).map((n) => createExportedAsset(folder, n)))
  const contentTypes = foreignTypes.map(({ id, displayField, fields }) => ({
    sys: { ...TIMES, ...PUBLISHED, type: 'ContentType', id },
    name: id,
    description: `A ${id}.`,
    displayField,
    fields: fields.map((field) => ({ ...FIELD, name: field.id, ...field })),
  }))
  return {
    contentTypes,
    editorInterfaces: contentTypes.map(({ sys, fields }) => ({
      sys: { type: 'EditorInterface', id: 'default', version: 1, contentType: { sys: { id: sys.id } } },
      controls: fields.map(({ id }) => ({ fieldId: id })),
    })),
    locales: [
      {
        ...LOCALE,
        sys: { id: 'locale-en' },
        name: 'English (United States)',
        code: 'en-US',
        fallbackCode: null,
        default: true,
      },
      {
        ...LOCALE,
        sys: { id: 'locale-de' },
        name: 'German',
        code: 'de',
        fallbackCode: 'en-US',
        default: false,
        optional: true,
      },
    ],
    tags: [
      { sys: { id: 'featured', visibility: 'public' }, name: 'Featured' },
      { sys: { id: 'internal', visibility: 'private' }, name: 'Internal' },
    ],
    entries: foreignEntries.map(toExportedEntry),
    assets,
    webhooks: [],
    roles: [],
  }
}

const LOCALE = { optional: false, contentDeliveryApi: true, contentManagementApi: true }

async function createExportedAsset(folder: string, n: number): Promise<Resource> {
  const content = await createPicture(40 + n, 20 + n)
  const path = `files.museum.test/space/picture-${n}/hash/picture-${n}.jpg`
  await mkdir(dirname(join(folder, path)), { recursive: true })
  await writeFile(join(folder, path), content)
  const details = { size: content.length, image: { width: 40 + n, height: 20 + n } }
  return {
    sys: { ...TIMES, ...PUBLISHED, version: 3, publishedVersion: 2, type: 'Asset', id: `picture-${n}` },
    metadata: { tags: [], concepts: [] },
    fields: {
      title: both(`Picture ${n}`, `Bild ${n}`),
      description: english(`The picture number ${n}.`),
      file: english({ url: `//${path}`, fileName: `picture-${n}.jpg`, contentType: 'image/jpeg', details }),
    },
  }
}
