import {
  buildClientSchema,
  type GraphQLSchema,
  getIntrospectionQuery,
  type IntrospectionQuery,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isUnionType,
  printSchema,
} from 'graphql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import { everyFieldModel } from './every-field-model.ts'
import { publishContentType } from './every-field-space.ts'
import { startTestContentful, type TestContentful } from './test-contentful.ts'

/** What is expected here is written by hand, after the rules and the generated schemas of docs/contentful.md. */
let local: TestContentful
let schema: GraphQLSchema

const introspection = z.custom<IntrospectionQuery>((value) => typeof value === 'object' && value !== null)

beforeAll(async () => {
  local = await startTestContentful()
  for (const type of everyFieldModel) await publishContentType(local, type)
  const { data } = await local.queryGraphql(getIntrospectionQuery())
  schema = buildClientSchema(introspection.parse(data))
})

afterAll(() => local[Symbol.asyncDispose]())

/** Fields of an object or a filter, values of an enum, members of a union: sorted, each with its type. */
function partsOf(name: string): readonly string[] {
  const type = schema.getType(name)
  if (isEnumType(type))
    return type
      .getValues()
      .map((value) => value.name)
      .sort()
  if (isUnionType(type))
    return type
      .getTypes()
      .map((member) => member.name)
      .sort()
  if (!isObjectType(type) && !isInterfaceType(type) && !isInputObjectType(type))
    return expect.fail(`There is no ${name}`)
  return Object.values(type.getFields())
    .map((field) => `${field.name}: ${field.type}`)
    .sort()
}

function argumentsOf(type: string, field: string): readonly string[] {
  const found = schema.getType(type)
  if (!isObjectType(found)) return expect.fail(`There is no ${type}`)
  return (found.getFields()[field]?.args ?? []).map((argument) => `${argument.name}: ${argument.type}`).sort()
}

const lines = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .sort()

const COLLECTION = 'limit: Int!\nskip: Int!\ntotal: Int!'

test.each([
  [
    'EveryField',
    `_id: ID!
    sys: Sys!
    contentfulMetadata: ContentfulMetadata!
    linkedFrom: EveryFieldLinkingCollections
    title: String
    slug: String
    mood: String
    body: String
    count: Int
    rating: Float
    day: DateTime
    open: Boolean
    data: JSON
    place: Location
    story: EveryFieldStory
    words: [String]
    picture: Asset
    filesCollection: AssetCollection
    single: Note
    either: EveryFieldEither
    anything: Entry
    notesCollection: EveryFieldNotesCollection
    mixedCollection: EveryFieldMixedCollection
    severalCollection: EveryFieldSeveralCollection`,
  ],
  ['Entry', 'sys: Sys!\ncontentfulMetadata: ContentfulMetadata!'],
  ['_Node', '_id: ID!'],
  ['Location', 'lat: Float\nlon: Float'],
  ['ContentfulMetadata', 'tags: [ContentfulTag]!\nconcepts: [TaxonomyConcept]!'],
  ['ContentfulTag', 'id: String\nname: String'],
  ['EveryFieldStory', 'json: JSON!\nlinks: EveryFieldStoryLinks!'],
  [
    'EveryFieldStoryLinks',
    'assets: EveryFieldStoryAssets!\nentries: EveryFieldStoryEntries!\nresources: EveryFieldStoryResources!',
  ],
  ['EveryFieldStoryAssets', 'block: [Asset]!\nhyperlink: [Asset]!'],
  ['EveryFieldStoryEntries', 'block: [Entry]!\nhyperlink: [Entry]!\ninline: [Entry]!'],
  [
    'EveryFieldStoryResources',
    `block: [EveryFieldStoryResourcesBlock!]!
    hyperlink: [EveryFieldStoryResourcesHyperlink!]!
    inline: [EveryFieldStoryResourcesInline!]!`,
  ],
  ['EveryFieldStoryResourcesBlock', 'sys: ResourceSys!'],
  ['EveryFieldEither', 'Note\nQuote'],
  ['EveryFieldMixedItem', 'Note\nQuote'],
  ['EveryFieldCollection', `${COLLECTION}\nitems: [EveryField]!`],
  ['EveryFieldNotesCollection', `${COLLECTION}\nitems: [Note]!`],
  ['EveryFieldMixedCollection', `${COLLECTION}\nitems: [EveryFieldMixedItem]!`],
  ['EveryFieldSeveralCollection', `${COLLECTION}\nitems: [Entry]!`],
  ['AssetCollection', `${COLLECTION}\nitems: [Asset]!`],
  ['EntryCollection', `${COLLECTION}\nitems: [Entry]!`],
  ['EveryFieldLinkingCollections', 'entryCollection: EntryCollection'],
  ['NoteLinkingCollections', 'entryCollection: EntryCollection\neveryFieldCollection: EveryFieldCollection'],
  ['AssetLinkingCollections', 'entryCollection: EntryCollection\neveryFieldCollection: EveryFieldCollection'],
])('type %s', (name, parts) => {
  expect(partsOf(name)).toEqual(lines(parts))
})

test('entries are Entry and _Node, what rich text refers to elsewhere is ResourceLink', () => {
  const interfacesOf = (name: string) => {
    const type = schema.getType(name)
    return isObjectType(type) ? type.getInterfaces().map((each) => each.name) : expect.fail(name)
  }
  expect(interfacesOf('EveryField')).toEqual(['Entry', '_Node'])
  expect(interfacesOf('EveryFieldStoryResourcesInline')).toEqual(['ResourceLink'])
  expect(interfacesOf('Asset')).toEqual([])
})

const LOCALE = 'locale: String\nuseFallbackLocale: Boolean'
const LINK = `${LOCALE}\npreview: Boolean`
const PAGE = `${LINK}\nskip: Int\nlimit: Int`

test.each([
  ['Query', 'everyField', `${LINK}\nid: String!`],
  ['Query', 'everyFieldCollection', `${PAGE}\nwhere: EveryFieldFilter\norder: [EveryFieldOrder]`],
  ['Query', 'assetCollection', `${PAGE}\nwhere: AssetFilter\norder: [AssetOrder]`],
  ['Query', 'entryCollection', `${PAGE}\nwhere: EntryFilter\norder: [EntryOrder]`],
  ['Query', '_node', `${LINK}\nid: ID!`],
  ['Query', '_nodes', `${LINK}\nids: [ID!]!`],
  ['EveryField', 'title', LOCALE],
  ['EveryField', 'data', LOCALE],
  ['EveryField', 'story', LOCALE],
  ['EveryField', 'picture', LINK],
  ['EveryField', 'single', `${LINK}\nwhere: NoteFilter`],
  ['EveryField', 'either', LINK],
  ['EveryField', 'anything', LINK],
  ['EveryField', 'filesCollection', PAGE],
  ['EveryField', 'notesCollection', `${PAGE}\nwhere: NoteFilter\norder: [EveryFieldNotesCollectionOrder]`],
  ['EveryField', 'mixedCollection', `${PAGE}\nwhere: EveryFieldMixedFilter`],
  ['EveryField', 'linkedFrom', 'allowedLocales: [String]'],
  ['Asset', 'linkedFrom', 'allowedLocales: [String]'],
  ['NoteLinkingCollections', 'entryCollection', PAGE],
  [
    'NoteLinkingCollections',
    'everyFieldCollection',
    `${PAGE}\norder: [NoteLinkingCollectionsEveryFieldCollectionOrder]`,
  ],
])('%s.%s takes its arguments', (type, field, parts) => {
  expect(argumentsOf(type, field)).toEqual(lines(parts))
})

const equality = (id: string, type: string) => `${id}: ${type}\n${id}_not: ${type}\n${id}_exists: Boolean`
const membership = (id: string, type: string) => `${equality(id, type)}\n${id}_in: [${type}]\n${id}_not_in: [${type}]`
const text = (id: string) => `${membership(id, 'String')}\n${id}_contains: String\n${id}_not_contains: String`
const range = (id: string, type: string) =>
  `${membership(id, type)}\n${['gt', 'gte', 'lt', 'lte'].map((operator) => `${id}_${operator}: ${type}`).join('\n')}`
const combined = (name: string) =>
  `AND: [${name}]\nOR: [${name}]\nsys: SysFilter\ncontentfulMetadata: ContentfulMetadataFilter`

test.each([
  [
    'EveryFieldFilter',
    `${combined('EveryFieldFilter')}
    ${['title', 'slug', 'mood', 'body'].map(text).join('\n')}
    ${range('count', 'Int')}
    ${range('rating', 'Float')}
    ${range('day', 'DateTime')}
    ${equality('open', 'Boolean')}
    data_exists: Boolean
    place_exists: Boolean
    story_exists: Boolean
    story_contains: String
    story_not_contains: String
    words_exists: Boolean
    words_contains_all: [String]
    words_contains_some: [String]
    words_contains_none: [String]
    picture_exists: Boolean
    filesCollection_exists: Boolean
    single_exists: Boolean
    single: cfNoteNestedFilter
    either_exists: Boolean
    either: cfeitherMultiTypeNestedFilter
    anything_exists: Boolean
    notesCollection_exists: Boolean
    notes: cfNoteNestedFilter
    mixedCollection_exists: Boolean
    mixed: cfmixedMultiTypeNestedFilter
    severalCollection_exists: Boolean`,
  ],
  ['cfNoteNestedFilter', `${combined('cfNoteNestedFilter')}\n${text('text')}\n${range('rank', 'Int')}`],
  ['cfmixedMultiTypeNestedFilter', `${combined('cfmixedMultiTypeNestedFilter')}\n${text('text')}`],
  ['EveryFieldMixedFilter', `${combined('EveryFieldMixedFilter')}\n${text('text')}`],
  ['EntryFilter', combined('EntryFilter')],
  [
    'AssetFilter',
    `${combined('AssetFilter')}
    ${['title', 'description', 'url', 'contentType', 'fileName'].map(text).join('\n')}
    ${['size', 'width', 'height'].map((id) => range(id, 'Int')).join('\n')}`,
  ],
  [
    'SysFilter',
    `${text('id')}
    ${range('publishedAt', 'DateTime')}
    ${range('firstPublishedAt', 'DateTime')}
    ${range('publishedVersion', 'Float')}`,
  ],
  ['ContentfulMetadataFilter', 'tags_exists: Boolean\ntags: ContentfulMetadataTagsFilter'],
  ['ContentfulMetadataTagsFilter', 'id_contains_all: [String]\nid_contains_some: [String]\nid_contains_none: [String]'],
])('filter %s', (name, parts) => {
  expect(partsOf(name)).toEqual(lines(parts))
})

const SYS = ['sys_id', 'sys_publishedAt', 'sys_firstPublishedAt', 'sys_publishedVersion']
const EVERY_FIELD = ['title', 'slug', 'mood', 'count', 'rating', 'day', 'open']

test.each([
  ['EveryFieldOrder', EVERY_FIELD],
  ['NoteLinkingCollectionsEveryFieldCollectionOrder', EVERY_FIELD],
  ['EveryFieldNotesCollectionOrder', ['text', 'rank']],
  ['EntryOrder', []],
  ['AssetOrder', ['url', 'size', 'contentType', 'fileName', 'width', 'height']],
])('order %s', (name, ids) => {
  expect(partsOf(name)).toEqual([...ids, ...SYS].flatMap((id) => [`${id}_ASC`, `${id}_DESC`]).sort())
})

test('a field that is omitted is nowhere', () => {
  expect(printSchema(schema)).not.toMatch(/hidden/i)
})
