/** Photos of the gallery. Each has its own asset. */
export const PHOTO_COUNT = 120
const AUTHOR_COUNT = 20

/** Name of the picture of all assets. */
export const PICTURE_PATH = 'picture.jpg'

const TEXT = 'A paragraph about a long walk along the harbour, with gulls, ropes and the smell of tar. '.repeat(15)

/** Number of posts in `count` entries. */
export const getPostCount = (count: number): number => count - PHOTO_COUNT - AUTHOR_COUNT - 1

/** Creates an export, in the format of contentful-export, with `count` published entries: a gallery, authors, and posts that link each other. */
export function createExport(count: number): object {
  const postCount = getPostCount(count)
  return {
    contentTypes: CONTENT_TYPES.map(({ id, fields }) => ({
      sys: { id, publishedVersion: 1 },
      name: id,
      displayField: fields[0]?.id,
      fields: fields.map((field) => ({ name: field.id, ...field })),
    })),
    locales: [{ code: 'en-US', name: 'English', default: true }],
    assets: range(PHOTO_COUNT).map((index) => ({
      sys: { id: `picture-${index}`, publishedVersion: 1 },
      fields: localize({
        title: `Picture ${index}`,
        file: { fileName: PICTURE_PATH, contentType: 'image/jpeg', url: `//localhost/${PICTURE_PATH}` },
      }),
    })),
    entries: [
      createEntry('gallery', 'gallery', {
        title: 'Gallery',
        photos: range(PHOTO_COUNT).map((index) => createLink('Entry', `photo-${index}`)),
      }),
      ...range(PHOTO_COUNT).map((index) =>
        createEntry('photo', `photo-${index}`, {
          title: `Photo ${index}`,
          picture: createLink('Asset', `picture-${index}`),
        }),
      ),
      ...range(AUTHOR_COUNT).map((index) => createEntry('author', `author-${index}`, { name: `Author ${index}` })),
      ...range(postCount).map((index) =>
        createEntry('post', `post-${index}`, {
          title: `Post ${index}`,
          slug: `post-${index}`,
          text: `subject-${index % 100}: ${TEXT}`,
          author: createLink('Entry', `author-${index % AUTHOR_COUNT}`),
          related: [1, 2].map((step) => createLink('Entry', `post-${(index + step) % postCount}`)),
          cover: createLink('Asset', `picture-${index % PHOTO_COUNT}`),
        }),
      ),
    ],
  }
}

const linkTo = (contentType: string) => ({
  type: 'Link',
  linkType: 'Entry',
  validations: [{ linkContentType: [contentType] }],
})

const CONTENT_TYPES = [
  {
    id: 'gallery',
    fields: [
      { id: 'title', type: 'Symbol' },
      { id: 'photos', type: 'Array', items: linkTo('photo') },
    ],
  },
  {
    id: 'photo',
    fields: [
      { id: 'title', type: 'Symbol' },
      { id: 'picture', type: 'Link', linkType: 'Asset' },
    ],
  },
  { id: 'author', fields: [{ id: 'name', type: 'Symbol' }] },
  {
    id: 'post',
    fields: [
      { id: 'title', type: 'Symbol' },
      { id: 'slug', type: 'Symbol', validations: [{ unique: true }] },
      { id: 'text', type: 'Text' },
      { id: 'author', ...linkTo('author') },
      { id: 'related', type: 'Array', items: linkTo('post') },
      { id: 'cover', type: 'Link', linkType: 'Asset' },
    ],
  },
]

const range = (length: number) => Array.from({ length }, (_, index) => index)

const createLink = (linkType: string, id: string) => ({ sys: { type: 'Link', linkType, id } })

const localize = (fields: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, { 'en-US': value }]))

const createEntry = (contentType: string, id: string, fields: Readonly<Record<string, unknown>>) => ({
  sys: { id, publishedVersion: 1, contentType: createLink('ContentType', contentType) },
  fields: localize(fields),
})
