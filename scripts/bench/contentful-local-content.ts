/** Photos of the gallery, each with an asset of its own. */
export const PHOTO_COUNT = 120
const AUTHOR_COUNT = 20

const TEXT = 'A paragraph about a long walk along the harbour, with gulls, ropes and the smell of tar. '.repeat(15)

/** Number of posts in `count` entries. */
export const getPostCount = (count: number): number => count - PHOTO_COUNT - AUTHOR_COUNT - 1

/** A date in 25 years, in another order than that of the posts. Some posts have the same. */
const getPostDate = (index: number): string =>
  new Date(Date.UTC(2000, 0, 1 + ((index * 7_919) % 9_001), index % 24)).toISOString()

/** Puts a resource of the management API, below the environment. */
type Put = (path: string, body?: object, headers?: Readonly<Record<string, string>>) => Promise<unknown>

/** Creates and publishes `count` entries with their content types and assets. `uploadId`: the file of the assets. */
export async function fillSpace(put: Put, uploadId: string, count: number): Promise<void> {
  const postCount = getPostCount(count)
  const publish = (path: string, version: number) =>
    put(`${path}/published`, undefined, { 'x-contentful-version': String(version) })
  const createEntry = async (contentType: string, id: string, fields: Readonly<Record<string, unknown>>) => {
    const path = `entries/${contentType}-${id}`
    await put(path, { fields: localize(fields) }, { 'x-contentful-content-type': contentType })
    await publish(path, 1)
  }
  for (const [id, fields] of Object.entries(CONTENT_TYPES)) {
    const list = Object.entries(fields).map(([name, field]) => ({ id: name, name, ...field }))
    await put(`content_types/${id}`, { name: id, fields: list })
    await publish(`content_types/${id}`, 1)
  }
  const file = { fileName: 'note.txt', contentType: 'text/plain', uploadFrom: createLink('Upload', uploadId) }
  await runInParallel(PHOTO_COUNT, async (index) => {
    const path = `assets/picture-${index}`
    await put(path, { fields: localize({ title: `Picture ${index}`, file }) })
    await put(`${path}/files/en-US/process`, undefined, { 'x-contentful-version': '1' })
    await publish(path, 2)
    await createEntry('photo', `${index}`, {
      title: `Photo ${index}`,
      picture: createLink('Asset', `picture-${index}`),
    })
  })
  await runInParallel(AUTHOR_COUNT, (index) => createEntry('author', `${index}`, { name: `Author ${index}` }))
  const photos = Array.from({ length: PHOTO_COUNT }, (_, index) => createLink('Entry', `photo-${index}`))
  await createEntry('gallery', 'page', { title: 'Gallery', photos })
  // The last post first, so that the posts that a post links to exist when it is published.
  await runInParallel(postCount, (position) => {
    const index = postCount - 1 - position
    const related = [index + 20, index + 21].filter((other) => other < postCount)
    return createEntry('post', `${index}`, {
      title: `Post ${index}`,
      slug: `post-${index}`,
      date: getPostDate(index),
      text: `subject-${index % 100}: ${TEXT}`,
      author: createLink('Entry', `author-${index % AUTHOR_COUNT}`),
      related: related.map((other) => createLink('Entry', `post-${other}`)),
      cover: createLink('Asset', `picture-${index % PHOTO_COUNT}`),
    })
  })
}

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

const CONTENT_TYPES = {
  photo: { title: { type: 'Symbol' }, picture: { type: 'Link', linkType: 'Asset' } },
  gallery: { title: { type: 'Symbol' }, photos: { type: 'Array', items: linkTo('photo') } },
  author: { name: { type: 'Symbol' } },
  post: {
    title: { type: 'Symbol' },
    slug: { type: 'Symbol', validations: [{ unique: true }] },
    date: { type: 'Date' },
    text: { type: 'Text' },
    author: linkTo('author'),
    related: { type: 'Array', items: linkTo('post') },
    cover: { type: 'Link', linkType: 'Asset' },
  },
}

const createLink = (linkType: string, id: string) => ({ sys: { type: 'Link', linkType, id } })

const localize = (fields: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, { 'en-US': value }]))
