import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readEntityList } from '#local/delivery/entity-list.ts'
import { createWordMatcher } from '#local/engine/value-filter.ts'
import { executeQuery } from '#local/graphql/execute-query.ts'
import { createStoreContentSource } from '#local/graphql/store-content-source.ts'
import { listEntities } from '#local/management/list-resources.ts'
import { extractText } from '#local/shared/extract-text.ts'
import { getValuesAt } from '#local/shared/get-values-at.ts'
import { createLink } from '#local/shared/links.ts'
import { openTemporarySpaceStore } from '#local/store/space-store.ts'
import type { Store } from '#local/store/store.ts'
import { GERMAN_LOCALE } from './complete-space.ts'

const FIELDS = [
  { id: 'title', name: 'Title', type: 'Symbol', localized: true },
  { id: 'rank', name: 'Rank', type: 'Integer' },
  { id: 'size', name: 'Size', type: 'Number' },
  { id: 'isNew', name: 'Is new', type: 'Boolean' },
  { id: 'date', name: 'Date', type: 'Date', localized: true },
  { id: 'author', name: 'Author', type: 'Link', linkType: 'Entry' },
  { id: 'words', name: 'Words', type: 'Array', items: { type: 'Symbol' } },
  { id: 'text', name: 'Text', type: 'RichText' },
  { id: 'data', name: 'Data', type: 'Object' },
]

const textArbitrary = fc.oneof(
  fc.constantFrom('a', 'B', 'b', 'Zoë', 'zoe', 'Éa', '😀', 'Ａ', '', '10', '9', '2024-05-01', 'ab\u0000c', 'two Words'),
  fc.string({ unit: 'grapheme', maxLength: 6 }),
  fc.constant('x'.repeat(256)),
)
/** The same times in different forms. */
const dateArbitrary = fc.constantFrom(
  '2024-05-01',
  '2024-05-01T00:00',
  '2024-05-01T02:00+02:00',
  '2024-05-01T02:00+03:00',
  '2024-04-30T23:59:59.999Z',
  '2024-05-01T00:00:00.0015Z',
  '1969-07-20T20:17:40Z',
  '0099-01-01',
  '9999-12-31T23:59:59-23:59',
)
const richText = (value: string) => ({
  nodeType: 'document',
  data: {},
  content: [{ nodeType: 'paragraph', data: {}, content: [{ nodeType: 'text', value, marks: [], data: {} }] }],
})
const inLocales = <Value>(value: fc.Arbitrary<Value>) =>
  fc.record({ 'en-US': fc.option(value), de: value }, { requiredKeys: [] })
const inDefaultLocale = <Value>(value: fc.Arbitrary<Value>) => value.map((item) => ({ 'en-US': item }))

const fieldsArbitrary = fc.record(
  {
    title: inLocales(textArbitrary),
    rank: inDefaultLocale(fc.constantFrom(-2, 0, 3, 20, 2 ** 53 - 1)),
    size: inDefaultLocale(fc.double({ noNaN: true, noDefaultInfinity: true })),
    isNew: inDefaultLocale(fc.boolean()),
    date: inLocales(dateArbitrary),
    author: inDefaultLocale(fc.constantFrom('x', 'y').map((id) => createLink('Entry', id))),
    words: inDefaultLocale(fc.array(textArbitrary, { maxLength: 3 })),
    text: inDefaultLocale(textArbitrary.map(richText)),
    data: inDefaultLocale(fc.constantFrom({ hidden: 'Words' }, ['Words'], richText('Words'))),
  },
  { requiredKeys: [] },
)

const STATES = ['draft', 'published', 'changed', 'archived', 'deleted'] as const
const entryArbitrary = fc.record({
  contentType: fc.constantFrom('post', 'page'),
  state: fc.constantFrom(...STATES),
  fields: fieldsArbitrary,
  newFields: fieldsArbitrary,
})
type Entry = typeof entryArbitrary extends fc.Arbitrary<infer Value> ? Value : never

/** In each state an entry without values, and entries with equal and with different values, whatever is drawn. */
const ENTRIES_IN_EACH_STATE = STATES.flatMap((state, index) =>
  [undefined, 1, index + 1].map((rank): Entry => {
    const toFields = (rank: number) => ({
      title: { 'en-US': `Title ${rank}`, de: `Titel ${9 - rank}` },
      rank: { 'en-US': rank },
      isNew: { 'en-US': rank > 1 },
      date: { 'en-US': `2024-05-0${rank}` },
    })
    const fields = rank === undefined ? {} : toFields(rank)
    return { contentType: 'post', state, fields, newFields: rank === undefined ? fields : toFields(rank + 1) }
  }),
)

/** Calls `check` with a store that has the entries, in a copied and then renamed environment. */
function withEntries(entries: readonly Entry[], check: (store: Store) => void): void {
  const space = openTemporarySpaceStore()
  try {
    const store = space.openEnvironment('master')
    store.locales.create('de', { ...GERMAN_LOCALE, code: 'de' })
    for (const id of ['post', 'page']) {
      store.contentTypes.create(id, { id, name: id, fields: id === 'post' ? FIELDS : FIELDS.slice(0, 5) })
      store.contentTypes.publish(id)
    }
    for (const [index, { contentType, state, fields, newFields }] of entries.entries()) {
      const id = `entry-${index}`
      store.entries.create(id, { fields, tags: [] }, contentType)
      if (state === 'published' || state === 'changed')
        for (let publication = 0; publication <= index % 2; publication++) {
          // An entry with more publications has fewer versions.
          for (let save = index % 2; save < 4; save++) store.entries.save(id, { fields: newFields, tags: [] })
          store.entries.save(id, { fields, tags: [] })
          store.entries.publish(id)
        }
      if (state === 'changed') store.entries.save(id, { fields: newFields, tags: [] })
      if (state === 'archived') store.entries.archive(id)
      if (state === 'deleted') store.entries.remove(id)
    }
    space.copyEnvironment('master', 'copy', { name: 'copy' })
    space.renameEnvironment('copy', 'renamed')
    space.removeEnvironment('master')
    check(space.openEnvironment('renamed'))
  } finally {
    space.close()
  }
}

const APIS: Readonly<Record<string, (store: Store, query: Readonly<Record<string, string>>) => object>> = {
  delivery: (store, query) => readEntityList(store, 'Entry', query, false, 'host'),
  preview: (store, query) => readEntityList(store, 'Entry', query, true, 'host'),
  'delivery, another locale': (store, query) =>
    readEntityList(store, 'Entry', { ...query, locale: 'de' }, false, 'host'),
  management: (store, query) => listEntities(store, 'Entry', query, ({ draft, ...sys }) => ({ ...draft, sys })),
  'published versions': (store, query) =>
    listEntities(store, 'Entry', query, ({ draft, ...sys }) => ({ ...draft, sys }), 'published'),
}

const DELIVERY_APIS = ['delivery', 'preview', 'delivery, another locale']

const getIds = (list: object) => getValuesAt(list, ['items', 'sys', 'id'])

const SORTED_PATHS = ['title', 'rank', 'size', 'isNew', 'date', 'author.sys.id'].map((path) => `fields.${path}`)
const SYS_PATHS = ['sys.id', 'sys.createdAt', 'sys.updatedAt', 'sys.publishedVersion']
const DELIVERY_PATHS = ['sys.revision']
const MANAGEMENT_PATHS = [
  'version',
  'publishedCounter',
  'archivedVersion',
  'publishedAt',
  'firstPublishedAt',
  'archivedAt',
].map((name) => `sys.${name}`)

test('a list sorted by the database has the order of one that is sorted in memory', () => {
  const run = (entries: readonly Entry[], skip: number) =>
    withEntries(entries, (store) => {
      for (const [name, list] of Object.entries(APIS)) {
        const ownPaths = DELIVERY_APIS.includes(name) ? DELIVERY_PATHS : MANAGEMENT_PATHS
        for (const path of [...SORTED_PATHS, ...SYS_PATHS, ...ownPaths])
          for (const order of [path, `-${path}`]) {
            const query = { content_type: 'post', limit: '1000' }
            // Several keys are sorted in memory.
            const expected = getIds(list(store, { ...query, order: `${order},sys.id` }))
            expect(getIds(list(store, { ...query, order })), `${name}, ${order}`).toEqual(expected)
            const page = list(store, { ...query, order, skip: `${skip}`, limit: '3' })
            expect(getIds(page), `${name}, ${order}, ${skip}`).toEqual(expected.slice(skip, skip + 3))
            expect(page).toMatchObject({ total: expected.length })
          }
      }
    })
  fc.assert(fc.property(fc.array(entryArbitrary, { maxLength: 14 }), fc.integer({ min: 0, max: 10 }), run), {
    numRuns: 4,
    examples: [[ENTRIES_IN_EACH_STATE, 2]],
  })
})

test('a sorted collection of GraphQL has the order of one that is sorted in memory', () => {
  const run = (entries: readonly Entry[], skip: number) =>
    withEntries(entries, (store) => {
      for (const preview of [false, true])
        for (const locale of ['en-US', 'de'])
          for (const useFallbackLocale of [false, true])
            for (const path of ['title', 'rank', 'isNew', 'date', 'sys_publishedAt'])
              for (const order of [`${path}_ASC`, `${path}_DESC`]) {
                const list = (more: string) => {
                  const view = `locale: "${locale}", useFallbackLocale: ${useFallbackLocale}`
                  const { errors, data } = executeQuery({
                    contentTypes: store.getPublishedContentTypes(),
                    preview,
                    source: createStoreContentSource(store, 'http://host'),
                    query: `{ postCollection(${view}, order: ${order} ${more}) { total items { sys { id } } } }`,
                  })
                  expect(errors).toBeUndefined()
                  return getValuesAt(data, ['postCollection', 'items', 'sys', 'id'])
                }
                const expected = list('where: {}') // is filtered, and then sorted, in memory
                const name = `${order}, ${preview}, ${locale}, ${useFallbackLocale}`
                expect(list(''), name).toEqual(expected)
                expect(list(`skip: ${skip}, limit: 3`), name).toEqual(expected.slice(skip, skip + 3))
              }
    })
  fc.assert(fc.property(fc.array(entryArbitrary, { maxLength: 14 }), fc.integer({ min: 0, max: 10 }), run), {
    numRuns: 3,
    examples: [[ENTRIES_IN_EACH_STATE, 2]],
  })
})

test('a search finds the entries in whose texts all its words begin a word', () => {
  const run = (entries: readonly Entry[], search: string) =>
    withEntries(entries, (store) => {
      const matchesWords = createWordMatcher(search)
      for (const [version, list] of [
        ['published', APIS.delivery],
        ['draft', APIS.management],
      ] as const)
        for (const contentType of [undefined, 'post', 'page']) {
          const expected = store.entries.listIds({ version, contentType, order: 'latest' }).filter((id) => {
            const { draft, published, contentType: type } = store.entries.get(id) ?? {}
            const fields = (version === 'draft' ? draft : published)?.fields ?? {}
            const names = type === 'post' ? ['title', 'words', 'text'] : ['title']
            return matchesWords(extractText(names.map((name) => fields[name]?.['en-US'])))
          })
          const query = { query: search, ...(contentType && { content_type: contentType }) }
          const found = list?.(store, query) ?? {}
          expect(getIds(found), `${version} ${contentType}`).toEqual(expected)
          expect(found).toMatchObject({ total: expected.length })
          const sorted = list?.(store, { ...query, order: '-sys.id' }) ?? {}
          expect(getIds(sorted)).toEqual(expected.toSorted().reverse())
        }
    })
  const searchArbitrary = fc.oneof(
    fc.constantFrom('zo', 'ZOË', 'two', 'wor tw', 'ords', 'hidden', 'x', '2024', '', '…'),
    fc.string({ unit: 'grapheme', maxLength: 3 }),
  )
  fc.assert(fc.property(fc.array(entryArbitrary, { maxLength: 14 }), searchArbitrary, run), {
    numRuns: 8,
    examples: [[ENTRIES_IN_EACH_STATE, '…']], // a search without words
  })
})
