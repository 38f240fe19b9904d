import type { ContentTypeDefinition, FieldDefinition, FieldValidation } from '#cms/graphql/content-type-definition.ts'
import { createLink } from '#cms/links.ts'

/** A field as the management API answers with it: every property is there. */
function field(
  id: string,
  type: string,
  { validations = [], ...more }: Partial<Omit<FieldDefinition, 'id' | 'type'>> = {},
): FieldDefinition {
  const name = id.charAt(0).toUpperCase() + id.slice(1)
  return { id, name, type, required: false, localized: false, disabled: false, omitted: false, validations, ...more }
}

const toEntries = (...types: string[]): FieldValidation[] => (types.length > 0 ? [{ linkContentType: types }] : [])

const entryLink = (id: string, ...types: string[]) =>
  field(id, 'Link', { linkType: 'Entry', validations: toEntries(...types) })

const entryLinks = (id: string, types: string[], validations: FieldValidation[] = []) =>
  field(id, 'Array', { validations, items: { type: 'Link', linkType: 'Entry', validations: toEntries(...types) } })

const PARAGRAPHS = ['paragraph', 'heading-2', 'unordered-list', 'list-item', 'blockquote', 'hr', 'hyperlink']
const EMBEDDED = ['embedded-entry-block', 'embedded-entry-inline', 'embedded-asset-block']
const LINKING = ['entry-hyperlink', 'asset-hyperlink']

/** Every type of field, every kind of link and every validation that Contentful knows, but links to other spaces. */
export const everyFieldModel: readonly ContentTypeDefinition[] = [
  {
    id: 'note',
    name: 'Note',
    description: 'A short note.',
    displayField: 'text',
    fields: [field('text', 'Symbol', { required: true }), field('rank', 'Integer')],
  },
  {
    id: 'quote',
    name: 'Quote',
    description: '',
    displayField: 'text',
    fields: [field('text', 'Symbol', { required: true }), field('speaker', 'Symbol')],
  },
  {
    id: 'everyField',
    name: 'Every field',
    description: 'Holds one field of every type.',
    displayField: 'title',
    fields: [
      field('title', 'Symbol', { required: true, validations: [{ unique: true }, { size: { min: 3, max: 60 } }] }),
      field('slug', 'Symbol', {
        validations: [
          { regexp: { pattern: '^[a-z0-9-]+$', flags: '' }, message: 'Only small letters, digits and hyphens' },
          { prohibitRegexp: { pattern: '--', flags: '' } },
        ],
      }),
      field('mood', 'Symbol', { validations: [{ in: ['calm', 'busy'] }] }),
      field('body', 'Text', { validations: [{ size: { max: 2_000 } }] }),
      field('count', 'Integer', { validations: [{ range: { min: 0, max: 100 } }] }),
      field('rating', 'Number', { validations: [{ in: [1, 2.5, 4] }] }),
      field('day', 'Date', { validations: [{ dateRange: { min: '2020-01-01', max: '2030-12-31' } }] }),
      field('open', 'Boolean'),
      field('data', 'Object', { validations: [{ size: { max: 5 } }] }),
      field('place', 'Location'),
      field('story', 'RichText', {
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
      field('words', 'Array', {
        validations: [{ size: { max: 4 } }],
        items: { type: 'Symbol', validations: [{ size: { max: 20 } }] },
      }),
      field('picture', 'Link', {
        linkType: 'Asset',
        validations: [
          { linkMimetypeGroup: ['image'] },
          { assetFileSize: { max: 1_000_000 } },
          { assetImageDimensions: { width: { min: 10, max: 4_000 }, height: { min: 10, max: 4_000 } } },
        ],
      }),
      field('files', 'Array', { items: { type: 'Link', linkType: 'Asset', validations: [] } }),
      entryLink('single', 'note'),
      entryLink('either', 'note', 'quote'),
      entryLink('anything'),
      entryLinks('notes', ['note'], [{ size: { max: 10 } }]),
      entryLinks('mixed', ['note', 'quote']),
      entryLinks('several', []),
      field('hidden', 'Object', { disabled: true, omitted: true }),
    ],
  },
]

/** The picture that the entries link to; whoever uses them brings it in first. At least 10 × 10 px. */
export const everyFieldAsset = 'every-field-picture'

/** An entry of the model above: its values in the only locale, by field. */
export interface EveryFieldEntry {
  readonly id: string
  readonly contentType: string
  readonly fields: Readonly<Record<string, unknown>>
}

const text = (value: string, ...marks: string[]) => ({
  nodeType: 'text',
  value,
  marks: marks.map((type) => ({ type })),
  data: {},
})

const node = (nodeType: string, content: readonly unknown[], target?: unknown) => ({
  nodeType,
  data: target ? { target } : {},
  content,
})

const note = (id: string) => createLink('Entry', id)
const picture = createLink('Asset', everyFieldAsset)

/** With every kind of embedded entry and asset. */
const story = node('document', [
  node('heading-2', [text('A story')]),
  node('paragraph', [
    text('With a '),
    text('bold', 'bold'),
    text(' word, '),
    node('entry-hyperlink', [text('a note')], note('first-note')),
    text(', '),
    node('asset-hyperlink', [text('a picture')], picture),
    node('embedded-entry-inline', [], note('second-note')),
    text(''),
  ]),
  node('embedded-entry-block', [], note('a-quote')),
  node('embedded-asset-block', [], picture),
  node('paragraph', [text('')]),
])

/** One entry with every field, one with the required one only, and those that they link to; linked ones come first. */
export const everyFieldEntries: readonly EveryFieldEntry[] = [
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
      place: { lat: 51.5, lon: -114.25 },
      story,
      words: ['red', 'green'],
      picture,
      files: [picture],
      single: note('first-note'),
      either: note('a-quote'),
      anything: note('sparse'),
      notes: [note('first-note'), note('second-note')],
      mixed: [note('a-quote'), note('first-note')],
      several: [note('second-note'), note('sparse')],
      hidden: { secret: 1 },
    },
  },
]
