import { buildClientSchema, getIntrospectionQuery, printSchema } from 'graphql-16-12'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { GERMAN_LOCALE } from './complete-space.ts'
import { publishContentType, publishEntry, toLink } from './test-contentful.ts'
import { useSpace } from './use-space.ts'

const linkTo = (...linkContentType: readonly string[]) => ({
  linkType: 'Entry',
  validations: [{ linkContentType }],
})

const local = await useSpace()
await local.client.locale.create({}, { ...GERMAN_LOCALE, code: 'de' })
await local.client.locale.create({}, { ...GERMAN_LOCALE, name: 'Austrian', code: 'de-AT', fallbackCode: 'de' })
await publishContentType(local, {
  id: 'page',
  fields: [
    { id: 'title', type: 'Symbol', localized: true },
    { id: 'code', type: 'Symbol' },
  ],
})
await publishContentType(local, {
  id: 'teaser',
  fields: [
    { id: 'target', type: 'Link', ...linkTo('page', 'nowhere') },
    { id: 'gone', type: 'Link', ...linkTo('nowhere') },
    { id: 'targets', type: 'Array', items: { type: 'Link', ...linkTo('page', 'nowhere', 'elsewhere') } },
    { id: 'page', type: 'Link', ...linkTo('page'), localized: true },
  ],
})
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

const introspection = z.object({
  __schema: z.looseObject({ directives: z.array(z.looseObject({ name: z.string() })) }),
})

test('introspection lists the directives of the real API, and graphql 16.12 reads it', async () => {
  const { data } = await local.queryGraphql(getIntrospectionQuery({ inputValueDeprecation: true }))
  const { directives } = introspection.parse(data).__schema
  // Recorded: src/lib/__generated/graphql.schema.json of contentful/template-marketing-webapp-nextjs.
  expect(directives.map(({ name }) => name).sort()).toEqual(['deprecated', 'include', 'skip', 'specifiedBy'])
  expect(JSON.stringify(directives)).not.toContain('DIRECTIVE_DEFINITION')
  const response: Parameters<typeof buildClientSchema>[0] = JSON.parse(JSON.stringify(data))
  const schema = printSchema(buildClientSchema(response))
  expect(schema).toContain('type Page implements Entry & _Node')
  // A missing linkContentType is ignored, and a list of several names stays a union. Recorded:
  // union ComponentDuplexTargetPage = Page, in graphql.schema.graphql of the same template.
  expect(schema).toContain('union TeaserTarget = Page\n')
  expect(schema).toContain('union TeaserTargetsItem = Page\n')
  expect(schema).toMatch(/gone\(.*\): Entry\n/)
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
