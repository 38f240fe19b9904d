import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ContentVersion } from './content-query.ts'
import { type ContentResponse, createScheduledContent } from './merge-scheduled-content.ts'

/** The fields of a version: a page links to photos, a photo to a file, a file to nothing. */
interface Fields {
  readonly text: string
  readonly links: readonly string[]
}

interface Content {
  readonly drafts: ReadonlyMap<string, Fields>
  readonly published: ReadonlyMap<string, Fields>
}

type Find = (id: string) => Fields | undefined

type Path = readonly (string | number)[]
type Link = (id: string | undefined, path: Path, create: (id: string, fields: Fields, path: Path) => object) => unknown

/** Creates a function that resolves links, and adds an error for each that cannot be resolved. */
const createLinker =
  (find: Find, errors: unknown[]): Link =>
  (id, path, create) => {
    if (id === undefined) return null
    const fields = find(id)
    if (fields) return create(id, fields, path)
    const details = { linkId: id, linkType: id.startsWith('file') ? 'Asset' : 'Entry' }
    errors.push({ message: `No ${id}`, path, extensions: { contentful: { code: 'UNRESOLVABLE_LINK', details } } })
    return null
  }

const createFile = (id: string, { text }: Fields) => ({ __typename: 'Asset', sys: { id }, url: text })

const createPhoto = (id: string, { text, links: [file] }: Fields, path: Path, link: Link) => ({
  __typename: 'GalleryImage',
  sys: { id },
  altText: text,
  photo: link(file, [...path, 'photo'], createFile),
})

/** Responds to a query for all pages with their photos and files, as Contentful does. */
function createResponse(ids: readonly string[], find: Find): ContentResponse {
  const errors: unknown[] = []
  const link = createLinker(find, errors)
  const items = ids
    .filter((id) => id.startsWith('page'))
    .map((id) => ({ id, fields: find(id) }))
    .flatMap(({ id, fields }) => (fields ? [{ id, ...fields }] : []))
    .map(({ id, text, links }, index) => {
      const photos = links.map((photo, position) =>
        link(photo, ['pages', 'items', index, 'images', 'items', position], (...args) => createPhoto(...args, link)),
      )
      return { __typename: 'Page', sys: { id }, title: text, images: { items: photos } }
    })
  return { data: { pages: { items } }, errors }
}

/** Merges the content as of a time, and adds missing items as the server does. */
function readAsOf({ drafts, published }: Content, publish: readonly string[], unpublish: readonly string[]) {
  const ids = [...new Set([...drafts.keys(), ...published.keys()])].sort()
  const view = {
    at: new Date(),
    isPublished: (id: string) => publish.includes(id),
    isUnpublished: (id: string) => unpublish.includes(id),
  }
  const find: Readonly<Record<ContentVersion, Find>> = {
    draft: (id) => drafts.get(id),
    published: (id) => published.get(id),
  }
  const content = createScheduledContent(view, {
    draft: createResponse(ids, find.draft),
    published: createResponse(ids, find.published),
  })
  for (let round = 0; round < 3; round += 1) {
    for (const item of content.merge().missing) content.addItems([item], findItem(item.id, find[item.version]))
  }
  const expected: Find = (id) => {
    if (unpublish.includes(id)) return undefined
    return publish.includes(id) ? drafts.get(id) : published.get(id)
  }
  return { ...content.merge(), expected: createResponse(ids, expected).data }
}

/** Responds to a query for one photo or file by its id. */
function findItem(id: string, find: Find): ContentResponse {
  const fields = find(id)
  if (!fields) return { data: { requested: { items: [] } }, errors: [] }
  if (id.startsWith('file')) return { data: { requested: { items: [createFile(id, fields)] } }, errors: [] }
  const errors: unknown[] = []
  const items = [createPhoto(id, fields, ['requested', 'items', 0], createLinker(find, errors))]
  return { data: { requested: { items } }, errors }
}

const KINDS = { page: 'photo', photo: 'file', file: undefined } as const
const COUNT = 3

const listIds = (kind: string) => Array.from({ length: COUNT }, (_, index) => `${kind}-${index}`)

const contentArbitrary: fc.Arbitrary<Content> = fc
  .record(
    Object.fromEntries(
      Object.entries(KINDS).flatMap(([kind, target]) =>
        listIds(kind).map((id) => {
          const links = fc.uniqueArray(fc.constantFrom(...listIds(target ?? 'none')), {
            maxLength: target === undefined ? 0 : COUNT,
          })
          const fields = fc.record({ text: fc.string({ maxLength: 3 }), links })
          return [id, fc.record({ draft: fields, published: fc.option(fields, { nil: undefined }) })]
        }),
      ),
    ),
  )
  .map((versions) => ({
    drafts: new Map(Object.entries(versions).map(([id, { draft }]) => [id, draft])),
    published: new Map(
      Object.entries(versions).flatMap(([id, version]): [string, Fields][] =>
        version.published ? [[id, version.published]] : [],
      ),
    ),
  }))

const changesArbitrary = fc.record(
  Object.fromEntries(
    Object.keys(KINDS)
      .flatMap(listIds)
      .map((id) => [id, fc.constantFrom('none', 'publish', 'unpublish')]),
  ),
)

test('the merged content is what is published after the scheduled actions', () => {
  fc.assert(
    fc.property(contentArbitrary, changesArbitrary, (content, changes) => {
      const idsOf = (action: string) => Object.keys(changes).filter((id) => changes[id] === action)
      const { data, missing, expected } = readAsOf(content, idsOf('publish'), idsOf('unpublish'))
      expect(data).toEqual(expected)
      expect(missing).toEqual([])
    }),
    { numRuns: 500 },
  )
})

const fields = (text: string, ...links: string[]): Fields => ({ text, links })

test('without scheduled actions the content is that of visitors', () => {
  const published = new Map([
    ['page', fields('Page', 'photo')],
    ['photo', fields('Weld')],
  ])
  const drafts = new Map([
    ['page', fields('New', 'photo', 'draft')],
    ['photo', fields('Other')],
    ['draft', fields('')],
  ])
  const { data } = readAsOf({ drafts, published }, [], [])
  expect(data).toEqual(createResponse(['page'], (id) => published.get(id)).data)
})

test('a scheduled page shows its new list with the photographs that are published by then', () => {
  const published = new Map([
    ['page', fields('Page', 'photo')],
    ['photo', fields('Weld')],
    ['other', fields('Pipe')],
  ])
  const drafts = new Map([
    ...published,
    ['page', fields('New', 'scheduled', 'draft', 'other', 'photo')],
    ['scheduled', fields('Trench')],
    ['draft', fields('Not ready')],
    ['photo', fields('Not ready either')],
  ])
  const { data } = readAsOf({ drafts, published }, ['page', 'scheduled'], [])
  expect(JSON.parse(JSON.stringify(data)).pages.items[0].images.items).toEqual([
    { __typename: 'GalleryImage', sys: { id: 'scheduled' }, altText: 'Trench', photo: null },
    null,
    { __typename: 'GalleryImage', sys: { id: 'other' }, altText: 'Pipe', photo: null },
    { __typename: 'GalleryImage', sys: { id: 'photo' }, altText: 'Weld', photo: null },
  ])
})

test('a root item that is unpublished by then is left out, and a scheduled one is at its place among the drafts', () => {
  const published = new Map([
    ['page-2', fields('Two')],
    ['page-3', fields('Three')],
  ])
  const drafts = new Map([['page-1', fields('One')], ...published, ['page-4', fields('Four')]])
  const { data } = readAsOf({ drafts, published }, ['page-1'], ['page-3'])
  const titles = JSON.parse(JSON.stringify(data)).pages.items.map(({ title }: { readonly title: string }) => title)
  expect(titles).toEqual(['One', 'Two'])
})
