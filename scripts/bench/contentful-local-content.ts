import * as z from 'zod'

/** Photos of the gallery. Each has its own asset. */
export const PHOTO_COUNT = 120
const AUTHOR_COUNT = 20

const TEXT = 'A paragraph about a long walk along the harbour, with gulls, ropes and the smell of tar. '.repeat(15)

/** Number of posts in `count` entries. */
export const getPostCount = (count: number): number => count - PHOTO_COUNT - AUTHOR_COUNT - 1

/** A date in 25 years, in another order than that of the posts. Some posts have the same. */
const getPostDate = (index: number): string =>
  new Date(Date.UTC(2000, 0, 1 + ((index * 7_919) % 9_001), index % 24)).toISOString()

/** Sends a request to the management API, below the environment. */
type SendRequest = (
  path: string,
  request: { readonly method: 'POST' | 'PUT'; readonly headers?: Record<string, string>; readonly body?: object },
) => Promise<unknown>

/** Creates and publishes `count` entries with their content types and assets. */
export async function fillSpace(send: SendRequest, picture: Buffer, count: number): Promise<void> {
  const postCount = getPostCount(count)
  const create = async (path: string, body: object, headers: Record<string, string> = {}) => {
    await send(path, { method: 'PUT', body, headers })
    await send(`${path}/published`, { method: 'PUT', headers: { 'x-contentful-version': '1' } })
  }
  const createEntry = (contentType: string, id: string, fields: Readonly<Record<string, unknown>>) =>
    create(`entries/${id}`, { fields: localize(fields) }, { 'x-contentful-content-type': contentType })
  for (const { id, fields } of CONTENT_TYPES)
    await create(`content_types/${id}`, { name: id, fields: fields.map((field) => ({ name: field.id, ...field })) })
  const upload = uploadSchema.parse(
    await send('uploads', { method: 'POST', body: picture, headers: { 'content-type': 'application/octet-stream' } }),
  )
  await runInParallel(PHOTO_COUNT, async (index) => {
    const path = `assets/picture-${index}`
    const uploadFrom = createLink('Upload', upload.sys.id)
    const file = { fileName: 'picture.jpg', contentType: 'image/jpeg', uploadFrom }
    await send(path, { method: 'PUT', body: { fields: localize({ title: `Picture ${index}`, file }) } })
    await send(`${path}/files/en-US/process`, { method: 'PUT', headers: { 'x-contentful-version': '1' } })
    await send(`${path}/published`, { method: 'PUT', headers: { 'x-contentful-version': '2' } })
  })
  await runInParallel(PHOTO_COUNT, (index) =>
    createEntry('photo', `photo-${index}`, {
      title: `Photo ${index}`,
      picture: createLink('Asset', `picture-${index}`),
    }),
  )
  await runInParallel(AUTHOR_COUNT, (index) => createEntry('author', `author-${index}`, { name: `Author ${index}` }))
  await createEntry('gallery', 'gallery', {
    title: 'Gallery',
    photos: Array.from({ length: PHOTO_COUNT }, (_, index) => createLink('Entry', `photo-${index}`)),
  })
  // The last post first, so that the posts that a post links to exist when it is published.
  await runInParallel(postCount, (position) => {
    const index = postCount - 1 - position
    return createEntry('post', `post-${index}`, {
      title: `Post ${index}`,
      slug: `post-${index}`,
      date: getPostDate(index),
      text: `subject-${index % 100}: ${TEXT}`,
      author: createLink('Entry', `author-${index % AUTHOR_COUNT}`),
      related: [index + 20, index + 21]
        .filter((related) => related < postCount)
        .map((related) => createLink('Entry', `post-${related}`)),
      cover: createLink('Asset', `picture-${index % PHOTO_COUNT}`),
    })
  })
}

const uploadSchema = z.object({ sys: z.object({ id: z.string() }) })

/** Requests that are sent at the same time. */
const CONNECTIONS = 8

/** Calls `run` with 0 to `count - 1`. */
async function runInParallel(count: number, run: (index: number) => Promise<void>): Promise<void> {
  let next = 0
  const work = async () => {
    while (next < count) await run(next++)
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, work))
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
      { id: 'date', type: 'Date' },
      { id: 'text', type: 'Text' },
      { id: 'author', ...linkTo('author') },
      { id: 'related', type: 'Array', items: linkTo('post') },
      { id: 'cover', type: 'Link', linkType: 'Asset' },
    ],
  },
]

const createLink = (linkType: string, id: string) => ({ sys: { type: 'Link', linkType, id } })

const localize = (fields: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, { 'en-US': value }]))
