import { type ContentSource, createContentSnapshot, type SourceEntity } from '#local/graphql/content-source.ts'
import type { ContentTypeDefinition } from '#local/shared/content-type-definition.ts'
import { createLink } from '#local/shared/links.ts'

/** A small model: photos, and an album that lists them. */
export const testContentTypes: readonly ContentTypeDefinition[] = [
  {
    id: 'photo',
    name: 'Photo',
    fields: [
      { id: 'alt', name: 'Alt', type: 'Symbol', required: true },
      { id: 'file', name: 'File', type: 'Link', linkType: 'Asset' },
    ],
  },
  {
    id: 'photo-album',
    name: 'Album',
    fields: [
      { id: 'title', name: 'Title', type: 'Text' },
      { id: 'cover', name: 'Cover', type: 'Link', linkType: 'Entry', validations: [{ linkContentType: ['photo'] }] },
      {
        id: 'photos',
        name: 'Photos',
        type: 'Array',
        items: { type: 'Link', linkType: 'Entry', validations: [{ linkContentType: ['photo'] }] },
      },
      {
        id: 'best',
        name: 'Best',
        type: 'Array',
        validations: [{ size: { max: 3 } }],
        items: { type: 'Link', linkType: 'Entry', validations: [{ linkContentType: ['photo'] }] },
      },
    ],
  },
]

const published = { publishedAt: '2025-01-01T00:00:00.000Z', firstPublishedAt: null, publishedVersion: 3, tags: [] }
const draft = { publishedAt: null, firstPublishedAt: null, publishedVersion: null, tags: [] }

const asset = (id: string): SourceEntity => ({
  ...published,
  id,
  contentType: null,
  fields: {
    title: id,
    url: `https://a.test/${id}.jpg`,
    fileName: `${id}.jpg`,
    contentType: 'image/jpeg',
    size: 9,
    width: 3,
    height: 2,
  },
})

const photo = (id: string, file: string): SourceEntity => ({
  ...published,
  id,
  contentType: 'photo',
  fields: { alt: `Photo ${id}`, file: createLink('Asset', file) },
})

const ENTRIES: readonly SourceEntity[] = [
  photo('one', 'a1'),
  photo('two', 'nowhere'),
  { ...photo('hidden', 'a1'), ...draft },
  {
    ...published,
    id: 'album',
    contentType: 'photo-album',
    fields: {
      title: 'All',
      cover: createLink('Entry', 'album'),
      photos: ['one', 'hidden', 'two', 'deleted'].map((id) => createLink('Entry', id)),
    },
  },
]

const text = asset('text')
const ASSETS = [asset('a1'), { ...text, fields: { ...text.fields, contentType: 'text/plain' } }]

const draftContent = createContentSnapshot([...ENTRIES, ...ASSETS])
const publishedContent = createContentSnapshot([
  ...ENTRIES.filter(({ publishedAt }) => publishedAt !== null),
  ...ASSETS,
])

/** `hidden` is a draft; `two` links to a missing asset; the album's cover is no photo; the asset `text` is no picture. */
export const testContentSource: ContentSource = {
  locales: ['en-US', 'de-DE'],
  spaceId: 'local',
  environmentId: 'master',
  readSnapshot: ({ preview }) => (preview ? draftContent : publishedContent),
}
