import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generate } from '@graphql-codegen/cli'
import { createClient, type Entry } from 'contentful'
import { LOCAL_TOKENS } from 'contentful-local/constants'
import {
  buildClientSchema,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getIntrospectionQuery,
  getNamedType,
  isLeafType,
  isObjectType,
  isUnionType,
} from 'graphql-16-12'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import * as z from 'zod'
import { createForeignExport } from './foreign-space/foreign-export.ts'
import { foreignTypes } from './foreign-space/foreign-model.ts'
import { type ExportedSpace, exportSpace, importSpace, runMigrationScript } from './official-tools.ts'
import { startTestContentful, type TestContentful } from './test-contentful.ts'

let local: TestContentful
let folder: string
let exported: ExportedSpace

beforeAll(async () => {
  // The tools print their progress.
  for (const name of ['log', 'info', 'warn', 'error', 'debug'] as const) vi.spyOn(console, name).mockReturnValue()
  folder = await mkdtemp(join(tmpdir(), 'foreign-space-'))
  local = await startTestContentful()
  exported = await createForeignExport(folder)
  expect(await importSpace(local.url, folder, exported, folder)).toEqual([])
})

afterAll(async () => {
  await local[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

const createDeliveryClient = (environment = 'master') =>
  createClient({
    space: 'local',
    environment,
    accessToken: LOCAL_TOKENS.delivery,
    host: new URL(local.url).host,
    insecure: true,
    basePath: '/cdn',
  })

type Resource = ExportedSpace['entries'][number]

/** The parts of an export that an import preserves, by id. */
function normalize({ contentTypes, locales, tags, entries, assets, editorInterfaces }: ExportedSpace) {
  const byId = (resources: readonly Resource[]) =>
    Object.fromEntries(
      resources.map(({ sys, ...rest }) => [sys.id, { ...rest, isPublished: typeof sys.publishedVersion === 'number' }]),
    )
  const parts = {
    contentTypes: byId(contentTypes),
    tags: Object.fromEntries(tags.map(({ sys, ...rest }) => [sys.id, { ...rest, visibility: sys.visibility }])),
    entries: byId(entries),
    assets: byId(assets),
    locales: Object.fromEntries(locales.map(({ sys: _, internal_code: __, ...rest }) => [rest.code, rest])),
    controls: Object.fromEntries(editorInterfaces.map(({ sys, controls }) => [sys.contentType.sys.id, controls])),
  }
  // The URL of a file names the server.
  return JSON.parse(JSON.stringify(parts).replaceAll(/"url":"[^"]+\/([^"/]+)"/g, '"url":"$1"'))
}

test('the space has 12 or more content types, two locales and 60 or more entries', () => {
  expect(exported.contentTypes.length).toBeGreaterThanOrEqual(12)
  expect(exported.entries.length).toBeGreaterThanOrEqual(60)
  expect(exported.locales).toHaveLength(2)
})

test('contentful-export returns what contentful-import brought', async () => {
  const again = await exportSpace(local.url, folder)
  expect(normalize(again)).toEqual(normalize(exported))
})

test('contentful.js reads every entry with its links, in each locale', async () => {
  const client = createDeliveryClient()
  const published = exported.entries.filter(({ sys }) => sys.publishedVersion !== undefined)
  for (const { id } of foreignTypes) {
    const { items, errors } = await client.getEntries({ content_type: id, include: 5 })
    expect(items).toHaveLength(published.filter(({ sys }) => getContentType(sys) === id).length)
    expect(errors).toBeUndefined()
    expect((await client.getEntries({ content_type: id, locale: 'de', include: 1 })).total).toBe(items.length)
    expect((await client.withAllLocales.getEntries({ content_type: id })).total).toBe(items.length)
  }
  const exhibition = await client.getEntry('exhibition-2', { locale: 'de', include: 3 })
  expect(exhibition.fields).toMatchObject({
    title: 'Ausstellung 2',
    works: expect.arrayContaining([
      expect.objectContaining({ fields: expect.objectContaining({ title: 'Untitled 6', year: 1906 }) }),
    ]),
    introduction: { fields: { title: 'Aufsatz 2', author: { fields: { name: 'Artist 2' } } } },
  })
  const withPictures = await client.getEntries<{ contentTypeId: 'floor'; fields: object }>({ content_type: 'floor' })
  expect(withPictures.items).toHaveLength(2)
  const found = await client.getEntries({
    content_type: 'artwork',
    'fields.title[match]': 'unti',
    'fields.year[gte]': 1906,
  })
  expect(found.items.map(({ sys }: Entry) => sys.id).sort()).toEqual([
    'artwork-12',
    'artwork-15',
    'artwork-6',
    'artwork-9',
  ])
  const tagged = await client.getEntries({ 'metadata.tags.sys.id[in]': ['featured'] })
  expect(tagged.items.map(({ sys }) => sys.id)).toEqual(['artist-1'])
})

const getContentType = (sys: Resource['sys']) =>
  z.looseObject({ contentType: z.looseObject({ sys: z.object({ id: z.string() }).loose() }) }).parse(sys).contentType
    .sys.id

/** Creates a query of every collection with every field, as far as links to entries and rich text go. */
function createQueries(schema: GraphQLSchema): readonly string[] {
  return foreignTypes.map(({ id }) => {
    const type = schema.getType(`${id[0]?.toUpperCase()}${id.slice(1)}`)
    if (!isObjectType(type)) throw new Error(`There is no type ${id}`)
    return `query ${type.name}List($locale: String) { ${id}Collection(limit: 4, locale: $locale) { total items { ${selectFields(type, 2)} } } }`
  })
}

function selectFields(type: GraphQLNamedType, depth: number): string {
  if (isUnionType(type))
    return `__typename ${type
      .getTypes()
      .map((member) => selectFragment(member))
      .join(' ')}`
  if (!isObjectType(type)) return '__typename sys { id }'
  const selections = Object.values(type.getFields()).flatMap((field) => {
    if (field.name === 'linkedFrom') return []
    const target = getNamedType(field.type)
    if (isLeafType(target)) return [field.name]
    if (depth === 0) return []
    const args = field.args.some(({ name }) => name === 'limit') ? '(limit: 3)' : ''
    return [`${field.name}${args} { ${selectFields(target, depth - (field.name === 'items' ? 0 : 1))} }`]
  })
  return ['__typename', ...selections].join(' ')
}

/** Aliases, because fields of several types may have different types under one name. */
const selectFragment = (type: GraphQLObjectType) =>
  `... on ${type.name} { ${Object.values(type.getFields())
    .filter((field) => isLeafType(getNamedType(field.type)))
    .map(({ name }) => `${type.name.toLowerCase()}${name}: ${name}`)
    .join(' ')} }`

async function readSchema(): Promise<GraphQLSchema> {
  const { data } = await local.queryGraphql(getIntrospectionQuery())
  const response: Parameters<typeof buildClientSchema>[0] = JSON.parse(JSON.stringify(data))
  return buildClientSchema(response)
}

const collection = z.object({ total: z.number(), items: z.array(z.unknown()) })

test('GraphQL answers a query of every content type with every field, in each locale', async () => {
  for (const query of createQueries(await readSchema())) {
    for (const locale of ['en-US', 'de']) {
      const { status, errors, data } = await local.queryGraphql(query, { variables: { locale } })
      expect({ query, status, errors }).toEqual({ query, status: 200, errors: undefined })
      const [list] = Object.values(data ?? {})
      expect(collection.parse(list).items.length).toBeGreaterThan(0)
    }
  }
})

test('unions keep the content types that exist', async () => {
  const schema = await readSchema()
  const union = schema.getType('LandingPageBlocksItem')
  expect(
    isUnionType(union) &&
      union
        .getTypes()
        .map(({ name }) => name)
        .sort(),
  ).toEqual(['Exhibition', 'Quotation', 'Ticket'])
})

test('graphql-codegen generates the types of all queries', async () => {
  const schema = await readSchema()
  const url = `${local.url}/content/v1/spaces/local/environments/master`
  const files = z.array(z.object({ filename: z.string(), content: z.string() })).parse(
    await generate(
      {
        silent: true,
        schema: [{ [url]: { headers: { authorization: `Bearer ${LOCAL_TOKENS.delivery}` } } }],
        documents: [...createQueries(schema)],
        generates: { 'foreign/': { preset: 'client', presetConfig: { fragmentMasking: false } } },
      },
      false,
    ),
  )
  const types = files.map(({ content }) => content).join('\n')
  for (const { id } of foreignTypes) expect(types).toContain(`${id[0]?.toUpperCase()}${id.slice(1)}ListQuery`)
})

test('contentful-migration runs every kind of migration in a copy, and master stays as it is', async () => {
  const environmentId = 'rehearsal'
  const before = normalize(await exportSpace(local.url, folder))
  await local.client.environment.createWithId({ environmentId }, { name: environmentId })
  for (const name of ['create-field', 'change-field-id', 'delete-field', 'transform-entries', 'derive-linked-entries'])
    await runMigrationScript(local.url, `museum-${name}`, environmentId)
  const get = (entryId: string) => local.client.entry.get({ entryId, environmentId })
  const getFieldIds = async (contentTypeId: string) =>
    (await local.client.contentType.get({ contentTypeId, environmentId })).fields.map(({ id }) => id)

  expect(await getFieldIds('ticket')).toEqual(['title', 'price', 'kind', 'reduced', 'note'])
  const ticket = await local.client.entry.create({ contentTypeId: 'ticket', environmentId }, { fields: {} })
  expect(ticket.fields).toEqual({ note: { 'en-US': 'Ask us' } })

  expect(await getFieldIds('employee')).toEqual(['name', 'jobTitle'])
  expect((await get('employee-1')).fields).toEqual({
    name: { 'en-US': 'Employee 1' },
    jobTitle: { 'en-US': 'Guide 1', de: 'Führung 1' },
  })

  expect(await getFieldIds('essay')).not.toContain('oldSlug')
  expect((await get('essay-1')).fields).not.toHaveProperty('oldSlug')

  expect((await get('artwork-1')).fields.label).toEqual({ 'en-US': 'Line 1 (1901)', de: 'Linie 1 (1901)' })
  expect((await get('artwork-3')).fields.label).toEqual({ 'en-US': 'Untitled 3 (1903)' })

  const { items } = await local.client.entry.getMany({ environmentId, query: { content_type: 'person' } })
  expect(items.map(({ fields }) => fields.name?.['en-US']).sort()).toEqual(
    [1, 2, 3, 4, 5, 6, 7, 8].map((n) => `Artist ${n}`),
  )
  const delivered = await createDeliveryClient(environmentId).getEntry('artwork-1', { locale: 'de' })
  expect(delivered.fields).toMatchObject({ label: 'Linie 1 (1901)', maker: { fields: { name: 'Artist 2' } } })

  expect(normalize(await exportSpace(local.url, folder))).toEqual(before)
})
