import type { ContentTypeDefinition, FieldDefinition, FieldValidation } from 'contentful-local/schema'
import type { TestSpace } from './start-space.ts'
import { publishAsset, publishContentType, publishEntry, toLink } from './test-contentful.ts'

/** Creates a field that has its validations, as the management API returns it. */
function createField(id: string, type: string, options: Partial<FieldDefinition> = {}): FieldDefinition {
  return { id, name: id.charAt(0).toUpperCase() + id.slice(1), type, validations: [], ...options }
}

const createLinkValidations = (...types: string[]): FieldValidation[] =>
  types.length > 0 ? [{ linkContentType: types }] : []

const createEntryLinkField = (id: string, ...types: string[]) =>
  createField(id, 'Link', { linkType: 'Entry', validations: createLinkValidations(...types) })

const createEntryLinksField = (id: string, types: string[], validations: FieldValidation[] = []) =>
  createField(id, 'Array', {
    validations,
    items: { type: 'Link', linkType: 'Entry', validations: createLinkValidations(...types) },
  })

const PARAGRAPHS = ['paragraph', 'heading-2', 'unordered-list', 'list-item', 'blockquote', 'hr', 'hyperlink']
const EMBEDDED = ['embedded-entry-block', 'embedded-entry-inline', 'embedded-asset-block']
const LINKING = ['entry-hyperlink', 'asset-hyperlink']

/** All field types, link types and validations of Contentful, except links to other spaces. */
export const everyFieldModel: readonly ContentTypeDefinition[] = [
  {
    id: 'note',
    name: 'Note',
    description: 'A short note.',
    displayField: 'text',
    fields: [createField('text', 'Symbol', { required: true }), createField('rank', 'Integer')],
  },
  {
    id: 'quote',
    name: 'Quote',
    description: '',
    displayField: 'text',
    fields: [createField('text', 'Symbol', { required: true }), createField('speaker', 'Symbol')],
  },
  {
    id: 'everyField',
    name: 'Every field',
    description: 'Holds one field of every type.',
    displayField: 'title',
    fields: [
      createField('title', 'Symbol', {
        required: true,
        validations: [{ unique: true }, { size: { min: 3, max: 60 } }],
      }),
      createField('slug', 'Symbol', {
        validations: [
          { regexp: { pattern: '^[a-z0-9-]+$', flags: '' }, message: 'Only small letters, digits and hyphens' },
          { prohibitRegexp: { pattern: '--', flags: '' } },
        ],
      }),
      createField('mood', 'Symbol', { validations: [{ in: ['calm', 'busy'] }] }),
      createField('body', 'Text', { validations: [{ size: { max: 2_000 } }] }),
      createField('count', 'Integer', { validations: [{ range: { min: 0, max: 100 } }] }),
      createField('rating', 'Number', { validations: [{ in: [1, 2.5, 4] }] }),
      createField('day', 'Date', { validations: [{ dateRange: { min: '2020-01-01', max: '2030-12-31' } }] }),
      createField('open', 'Boolean'),
      createField('data', 'Object', { validations: [{ size: { max: 5 } }] }),
      createField('place', 'Location'),
      createField('story', 'RichText', {
        validations: [
          { enabledNodeTypes: [...PARAGRAPHS, ...EMBEDDED, ...LINKING] },
          { enabledMarks: ['bold', 'italic'] },
          {
            nodes: {
              'embedded-entry-block': [{ linkContentType: ['note', 'quote'] }, { size: { max: 3 } }],
              'entry-hyperlink': [{ linkContentType: ['note'] }],
            },
          },
        ],
      }),
      createField('words', 'Array', {
        validations: [{ size: { max: 4 } }],
        items: { type: 'Symbol', validations: [{ size: { max: 20 } }] },
      }),
      createField('picture', 'Link', {
        linkType: 'Asset',
        validations: [
          { linkMimetypeGroup: ['image'] },
          { assetFileSize: { max: 1_000_000 } },
          { assetImageDimensions: { width: { min: 10, max: 4_000 }, height: { min: 10, max: 4_000 } } },
        ],
      }),
      createField('files', 'Array', { items: { type: 'Link', linkType: 'Asset', validations: [] } }),
      createEntryLinkField('single', 'note'),
      createEntryLinkField('either', 'note', 'quote'),
      createEntryLinkField('anything'),
      createEntryLinksField('notes', ['note'], [{ size: { max: 10 } }]),
      createEntryLinksField('mixed', ['note', 'quote']),
      createEntryLinksField('several', []),
      createField('hidden', 'Object', { disabled: true, omitted: true }),
    ],
  },
]

/** Id of the asset that the entries link to. Tests create it first, with at least 10 × 10 px. */
export const everyFieldAssetId = 'every-field-picture'

/** Creates a text of a rich text. */
export const createText = (value: unknown, ...marks: string[]) => ({
  nodeType: 'text',
  value,
  marks: marks.map((type) => ({ type })),
  data: {},
})

/** Creates a node of a rich text, by default without a link. */
export const createNode = (nodeType: string, content: readonly unknown[], target?: unknown) => ({
  nodeType,
  data: target ? { target } : {},
  content,
})

const createNoteLink = (id: string) => toLink('Entry', id)
const pictureLink = toLink('Asset', everyFieldAssetId)

/** Rich text with all types of embedded entries and assets. */
const story = createNode('document', [
  createNode('heading-2', [createText('A story')]),
  createNode('paragraph', [
    createText('With a '),
    createText('bold', 'bold'),
    createText(' word, '),
    createNode('entry-hyperlink', [createText('a note')], createNoteLink('first-note')),
    createText(', '),
    createNode('asset-hyperlink', [createText('a picture')], pictureLink),
    createNode('embedded-entry-inline', [], createNoteLink('second-note')),
    createText(''),
  ]),
  createNode('embedded-entry-block', [], createNoteLink('a-quote')),
  createNode('embedded-asset-block', [], pictureLink),
  createNode('paragraph', [createText('')]),
])

/** An entry with all fields, one with the required field only, and their linked entries. Linked entries come first. */
type Fields = Readonly<Record<string, unknown>>
export const everyFieldEntries: readonly { id: string; contentType: string; fields: Fields }[] = [
  { id: 'first-note', contentType: 'note', fields: { text: 'The first note', rank: 2 } },
  { id: 'second-note', contentType: 'note', fields: { text: 'The second note', rank: 1 } },
  { id: 'a-quote', contentType: 'quote', fields: { text: 'Said once', speaker: 'Somebody' } },
  { id: 'sparse', contentType: 'everyField', fields: { title: 'Sparse' } },
  {
    id: 'full',
    contentType: 'everyField',
    fields: {
      title: 'Full',
      slug: 'full-1',
      mood: 'calm',
      body: 'A longer\ntext',
      count: 7,
      rating: 2.5,
      day: '2024-05-06T07:08:00.000Z',
      open: true,
      data: { list: [1, 'two'], nested: { yes: true } },
      place: { lat: -33.75, lon: 151.25 },
      story,
      words: ['red', 'green'],
      picture: pictureLink,
      files: [pictureLink],
      single: createNoteLink('first-note'),
      either: createNoteLink('a-quote'),
      anything: createNoteLink('sparse'),
      notes: [createNoteLink('first-note'), createNoteLink('second-note')],
      mixed: [createNoteLink('a-quote'), createNoteLink('first-note')],
      several: [createNoteLink('second-note'), createNoteLink('sparse')],
      hidden: { secret: 1 },
    },
  },
]

/** Publishes the model with every field type, its asset and its entries. */
export async function publishEveryField(local: TestSpace) {
  for (const type of everyFieldModel) await publishContentType(local, type)
  await publishAsset(local, everyFieldAssetId)
  for (const { id, contentType, fields } of everyFieldEntries) await publishEntry(local, contentType, id, fields)
}
