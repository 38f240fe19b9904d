import type { ContentTypeDefinition, FieldDefinition } from 'contentful-local/schema'
import { buildClientSchema, getIntrospectionQuery, printSchema } from 'graphql-16-12'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import { publishContentType } from './every-field-space.ts'
import { createDraftEntry, publishEntry, startTestContentful, type TestContentful, toLink } from './test-contentful.ts'

let local: TestContentful

const field = (id: string, type: string, more: Partial<FieldDefinition> = {}): FieldDefinition => ({
  id,
  name: id,
  type,
  ...more,
})
const type = (id: string, ...fields: readonly FieldDefinition[]): ContentTypeDefinition => ({ id, name: id, fields })

const linkTo = (...linkContentType: readonly string[]) => ({
  linkType: 'Entry',
  validations: [{ linkContentType }],
})

const MAX_10 = [{ size: { max: 10 } }]

/** Node types with links, each with at most 10 nodes, as in Contentful's marketing template. */
const LIMITED_NODES = {
  'embedded-entry-block': MAX_10,
  'embedded-entry-inline': MAX_10,
  'entry-hyperlink': MAX_10,
  'embedded-asset-block': MAX_10,
  'asset-hyperlink': MAX_10,
}

beforeAll(async () => {
  local = await startTestContentful()
  await local.client.locale.create({}, { ...LOCALE, name: 'German', code: 'de', fallbackCode: 'en-US' })
  await local.client.locale.create({}, { ...LOCALE, name: 'Austrian', code: 'de-AT', fallbackCode: 'de' })
  for (const definition of [
    type('page', field('title', 'Symbol', { localized: true }), field('code', 'Symbol')),
    type(
      'teaser',
      field('target', 'Link', linkTo('page', 'nowhere')),
      field('gone', 'Link', linkTo('nowhere')),
      field('targets', 'Array', { items: { type: 'Link', ...linkTo('page', 'nowhere', 'elsewhere') } }),
      field('page', 'Link', { ...linkTo('page'), localized: true }),
    ),
    type('limited', field('body', 'RichText', { validations: [{ nodes: LIMITED_NODES }] })),
    type('unlimited', field('body', 'RichText')),
  ])
    await publishContentType(local, definition)
  const titles = { 'en-US': 'Welcome', de: 'Willkommen' }
  for (const [id, title] of [
    ['home', titles],
    ['about', { 'en-US': 'About' }],
  ] as const) {
    const entry = await local.client.entry.createWithId(
      { contentTypeId: 'page', entryId: id },
      { fields: { title, code: { 'en-US': id.toUpperCase() } } },
    )
    await local.client.entry.publish({ entryId: id }, entry)
  }
  await publishEntry(local, 'teaser', 'teaser', { target: toLink('Entry', 'home'), page: toLink('Entry', 'about') })
})

afterAll(() => local[Symbol.asyncDispose]())

const LOCALE = { default: false, optional: true, contentDeliveryApi: true, contentManagementApi: true }

const introspection = z.object({
  __schema: z.looseObject({ directives: z.array(z.looseObject({ name: z.string() })) }),
})

// Recorded: src/lib/__generated/graphql.schema.json of contentful/template-marketing-webapp-nextjs.
test('introspection lists the directives of the real API, and graphql 16.12 reads it', async () => {
  const { data } = await local.queryGraphql(getIntrospectionQuery({ inputValueDeprecation: true }))
  const { __schema } = introspection.parse(data)
  expect(__schema.directives.map(({ name }) => name).sort()).toEqual(['deprecated', 'include', 'skip', 'specifiedBy'])
  expect(__schema.directives.find(({ name }) => name === 'deprecated')).toMatchObject({
    locations: ['FIELD_DEFINITION', 'ARGUMENT_DEFINITION', 'INPUT_FIELD_DEFINITION', 'ENUM_VALUE'],
  })
  expect(JSON.stringify(__schema.directives)).not.toContain('DIRECTIVE_DEFINITION')
  const response: Parameters<typeof buildClientSchema>[0] = JSON.parse(JSON.stringify(data))
  expect(printSchema(buildClientSchema(response))).toContain('type Page implements Entry & _Node')
})

test('a missing linkContentType is ignored, and a list of several names stays a union', async () => {
  const { data } = await local.queryGraphql(getIntrospectionQuery())
  const response: Parameters<typeof buildClientSchema>[0] = JSON.parse(JSON.stringify(data))
  const schema = printSchema(buildClientSchema(response))
  // Recorded: union ComponentDuplexTargetPage = Page, in graphql.schema.graphql of the same template.
  expect(schema).toContain('union TeaserTarget = Page\n')
  expect(schema).toContain('union TeaserTargetsItem = Page\n')
  expect(schema).toMatch(/gone\(.*\): Entry\n/)
  const result = await local.queryGraphql(
    '{ teaser(id: "teaser") { target { ... on Page { title } } gone { sys { id } } targetsCollection { total } } }',
  )
  expect(result.errors).toBeUndefined()
  expect(result.data).toEqual({ teaser: { target: { title: 'Welcome' }, gone: null, targetsCollection: null } })
})

test('locale selects values with fallback, for the entry, its links and single fields', async () => {
  const read = async (args: string, selection = 'title code sys { locale }') =>
    (await local.queryGraphql(`{ page(id: "home"${args}) { ${selection} } }`)).data?.page
  expect(await read('')).toEqual({ title: 'Welcome', code: 'HOME', sys: { locale: 'en-US' } })
  expect(await read(', locale: "de"')).toEqual({ title: 'Willkommen', code: 'HOME', sys: { locale: 'de' } })
  expect(await read(', locale: "de-AT"')).toEqual({ title: 'Willkommen', code: 'HOME', sys: { locale: 'de-AT' } })
  expect(await read(', locale: "de-AT", useFallbackLocale: false', 'title code')).toEqual({ title: null, code: 'HOME' })
  expect(await read('', 'title german: title(locale: "de")')).toEqual({ title: 'Welcome', german: 'Willkommen' })
  const linked = await local.queryGraphql(
    '{ teaser(id: "teaser", locale: "de-AT") { page { title } target { ... on Page { title } } } }',
  )
  expect(linked).toMatchObject({ data: { teaser: { page: { title: 'About' }, target: { title: 'Willkommen' } } } })
  const list = await local.queryGraphql(
    '{ pageCollection(locale: "de", where: { title: "Willkommen" }, order: title_ASC) { items { title } } }',
  )
  expect(list.data).toEqual({ pageCollection: { items: [{ title: 'Willkommen' }] } })
  const unknown = await local.queryGraphql('{ page(id: "home", locale: "fr") { title } }')
  expect(unknown).toMatchObject({
    status: 200,
    data: { page: null },
    errors: [{ message: expect.stringContaining('fr'), extensions: { contentful: { code: 'UNKNOWN_LOCALE' } } }],
  })
})

// "When changing the locale on references, only the referenced entities are resolved with this locale. The reference field
// value itself is still resolved with the locale of the parent":
// https://www.contentful.com/developers/docs/references/graphql/locale-handling
test('locale of a link selects the values of the target, not the link', async () => {
  const links = { 'en-US': toLink('Entry', 'home'), de: toLink('Entry', 'about') }
  const entry = await local.client.entry.createWithId(
    { contentTypeId: 'teaser', entryId: 'localized' },
    { fields: { page: links } },
  )
  await local.client.entry.publish({ entryId: 'localized' }, entry)
  const { data } = await local.queryGraphql(
    '{ teaser(id: "localized") { page(locale: "de") { code title } german: page { title(locale: "de") } } }',
  )
  expect(data).toEqual({ teaser: { page: { code: 'HOME', title: 'Willkommen' }, german: { title: 'Willkommen' } } })
  const german = await local.queryGraphql('{ teaser(id: "localized", locale: "de") { page { code } } }')
  expect(german.data).toEqual({ teaser: { page: { code: 'ABOUT' } } })

  // allowedLocales: entries that link in one of these locales (https://www.contentful.com/blog/three-new-graphql-features-2020).
  const linkedFrom = async (args: string) => {
    const query = `{ page(id: "about") { linkedFrom${args} { teaserCollection(order: sys_id_ASC) { items { sys { id } } } } } }`
    return (await local.queryGraphql(query)).data
  }
  const teasers = (...ids: readonly string[]) => ({
    page: { linkedFrom: { teaserCollection: { items: ids.map((id) => ({ sys: { id } })) } } },
  })
  expect(await linkedFrom('')).toEqual(teasers('teaser'))
  expect(await linkedFrom('(allowedLocales: ["de"])')).toEqual(teasers('localized', 'teaser'))
})

test('the cost of rich-text links honours the size limits of the field', async () => {
  const cost = async (name: string) => {
    const query = `{ ${name}Collection(limit: 2) { items { body { links { entries { block { sys { id } } } } } } } }`
    return Number((await local.queryGraphql(query)).headers.get('x-contentful-graphql-query-cost'))
  }
  expect(await cost('limited')).toBe(2 + 2 * 50)
  expect(await cost('unlimited')).toBe(2 + 2 * 1_000)
})

test('the token may be the parameter access_token', async () => {
  await createDraftEntry(local, 'page', 'draft', { title: 'Draft' })
  const query = encodeURIComponent('{ page(id: "draft", preview: true) { title } }')
  const get = async (token: string) =>
    (await fetch(`${local.url}/content/v1/spaces/local?access_token=${token}&query=${query}`)).json()
  expect(await get('local-preview')).toEqual({ data: { page: { title: 'Draft' } } })
  expect(await get('wrong')).toMatchObject({
    errors: [{ extensions: { contentful: { code: 'ACCESS_TOKEN_INVALID' } } }],
  })
})
