/** A content type as contentful-export writes it. */
interface ForeignType {
  readonly id: string
  readonly displayField: string
  readonly fields: readonly ForeignField[]
}

interface ForeignField {
  readonly id: string
  readonly type: string
  readonly linkType?: string
  readonly items?: object
  readonly localized?: boolean
  readonly required?: boolean
  readonly validations?: readonly object[]
}

const text = (id: string, more: Partial<ForeignField> = {}): ForeignField => ({ id, type: 'Symbol', ...more })
const title: ForeignField = text('title', { localized: true, required: true })

const entry = (id: string, ...types: readonly string[]): ForeignField => ({
  id,
  type: 'Link',
  linkType: 'Entry',
  ...(types.length > 0 ? { validations: [{ linkContentType: types }] } : {}),
})

const entries = (id: string, ...types: readonly string[]): ForeignField => ({
  id,
  type: 'Array',
  items: { type: 'Link', linkType: 'Entry', validations: types.length > 0 ? [{ linkContentType: types }] : [] },
})

const asset = (id: string): ForeignField => ({
  id,
  type: 'Link',
  linkType: 'Asset',
  validations: [{ linkMimetypeGroup: ['image'] }],
})

const MAX_5 = [{ size: { max: 5 } }]

/** A rich text whose node types with links have limits, as in Contentful's own templates. */
const limitedText = (id: string): ForeignField => ({
  id,
  type: 'RichText',
  localized: true,
  validations: [
    {
      nodes: {
        'embedded-entry-block': MAX_5,
        'embedded-entry-inline': MAX_5,
        'entry-hyperlink': MAX_5,
        'embedded-asset-block': MAX_5,
        'asset-hyperlink': MAX_5,
      },
    },
  ],
})

/**
 * The model of a museum, which has nothing in common with this site: 14 content types, rich text with embedded entries,
 * unions, and two links that name the content type `podcast`, which does not exist.
 */
export const foreignTypes: readonly ForeignType[] = [
  { id: 'museum', displayField: 'title', fields: [title, asset('logo'), entries('floors', 'floor')] },
  { id: 'floor', displayField: 'title', fields: [title, { id: 'level', type: 'Integer' }, entries('rooms', 'room')] },
  {
    id: 'room',
    displayField: 'title',
    fields: [title, text('code', { validations: [{ unique: true }] }), { id: 'position', type: 'Location' }],
  },
  {
    id: 'artist',
    displayField: 'name',
    fields: [
      text('name', { required: true }),
      { id: 'born', type: 'Date' },
      limitedText('biography'),
      asset('portrait'),
      text('countries', { type: 'Array', items: { type: 'Symbol', validations: [] } }),
    ],
  },
  {
    id: 'artwork',
    displayField: 'title',
    fields: [
      title,
      text('byline'),
      { id: 'year', type: 'Integer', validations: [{ range: { min: 1000, max: 2100 } }] },
      { id: 'onDisplay', type: 'Boolean' },
      { id: 'dimensions', type: 'Object' },
      entry('artist', 'artist'),
      entry('room', 'room'),
      asset('picture'),
    ],
  },
  {
    id: 'exhibition',
    displayField: 'title',
    fields: [
      title,
      { id: 'summary', type: 'Text', localized: true },
      { id: 'starts', type: 'Date', required: true },
      entries('works', 'artwork'),
      entry('introduction', 'essay', 'podcast'),
      entries('related', 'exhibition', 'lecture', 'podcast'),
    ],
  },
  {
    id: 'essay',
    displayField: 'title',
    fields: [title, limitedText('body'), entry('author', 'artist', 'employee'), text('oldSlug')],
  },
  { id: 'lecture', displayField: 'title', fields: [title, { id: 'held', type: 'Date' }, entry('speaker', 'employee')] },
  {
    id: 'employee',
    displayField: 'name',
    fields: [text('name', { required: true }), text('role', { localized: true })],
  },
  { id: 'quotation', displayField: 'words', fields: [{ id: 'words', type: 'Text' }, entry('source')] },
  {
    id: 'ticket',
    displayField: 'title',
    fields: [title, { id: 'price', type: 'Number' }, text('kind', { validations: [{ in: ['day', 'year'] }] })],
  },
  {
    id: 'landingPage',
    displayField: 'title',
    fields: [title, entries('blocks', 'quotation', 'exhibition', 'ticket', 'podcast'), entry('audio', 'podcast')],
  },
  { id: 'menu', displayField: 'title', fields: [title, entries('targets')] },
  { id: 'openingHours', displayField: 'day', fields: [text('day', { localized: true }), text('hours')] },
]
