import { createGraphqlSchema } from 'contentful-local/schema'
import { isObjectType, isUnionType, printSchema } from 'graphql'
import { expect, test } from 'vitest'
import { everyFieldModel } from './every-field-model.ts'

// The expected names are written by hand, from the rules and the generated schemas in docs/contentful.md.
const schema = createGraphqlSchema(everyFieldModel)

/** Sorted list of fields with their types, or of union members. */
function listMembers(name: string): readonly string[] {
  const type = schema.getType(name)
  if (isUnionType(type))
    return type
      .getTypes()
      .map((member) => member.name)
      .sort()
  if (!isObjectType(type)) return expect.fail(`There is no ${name}`)
  return Object.values(type.getFields())
    .map((field) => `${field.name}: ${field.type}`)
    .sort()
}

function listArguments(type: string, field: string): readonly string[] {
  const objectType = schema.getType(type)
  if (!isObjectType(objectType)) return expect.fail(`There is no ${type}`)
  return (objectType.getFields()[field]?.args ?? []).map((argument) => `${argument.name}: ${argument.type}`).sort()
}

const splitLines = (lines: string) =>
  lines
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .sort()

const COLLECTION_FIELDS = 'limit: Int!\nskip: Int!\ntotal: Int!'

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
  ['EveryFieldStory', 'json: JSON!\nlinks: EveryFieldStoryLinks!'],
  [
    'EveryFieldStoryLinks',
    'assets: EveryFieldStoryAssets!\nentries: EveryFieldStoryEntries!\nresources: EveryFieldStoryResources!',
  ],
  ['EveryFieldStoryAssets', 'block: [Asset]!\nhyperlink: [Asset]!'],
  [
    'EveryFieldStoryResources',
    `block: [EveryFieldStoryResourcesBlock!]!
    hyperlink: [EveryFieldStoryResourcesHyperlink!]!
    inline: [EveryFieldStoryResourcesInline!]!`,
  ],
  ['EveryFieldStoryResourcesBlock', 'sys: ResourceSys!'],
  ['EveryFieldEither', 'Note\nQuote'],
  ['EveryFieldMixedItem', 'Note\nQuote'],
  ['EveryFieldNotesCollection', `${COLLECTION_FIELDS}\nitems: [Note]!`],
  ['EveryFieldMixedCollection', `${COLLECTION_FIELDS}\nitems: [EveryFieldMixedItem]!`],
  ['EveryFieldSeveralCollection', `${COLLECTION_FIELDS}\nitems: [Entry]!`],
  ['EveryFieldLinkingCollections', 'entryCollection: EntryCollection'],
  ['NoteLinkingCollections', 'entryCollection: EntryCollection\neveryFieldCollection: EveryFieldCollection'],
])('the members of %s', (name, expected) => {
  expect(listMembers(name)).toEqual(splitLines(expected))
})

test('entry types implement Entry and _Node, resource types of rich text implement ResourceLink', () => {
  const listInterfaces = (name: string) => {
    const type = schema.getType(name)
    return isObjectType(type) ? type.getInterfaces().map((item) => item.name) : expect.fail(name)
  }
  expect(listInterfaces('EveryField')).toEqual(['Entry', '_Node'])
  expect(listInterfaces('EveryFieldStoryResourcesInline')).toEqual(['ResourceLink'])
  expect(listInterfaces('Asset')).toEqual([])
})

const LOCALE_ARGUMENTS = 'locale: String\nuseFallbackLocale: Boolean'
const LINK_ARGUMENTS = `${LOCALE_ARGUMENTS}\npreview: Boolean`
const PAGE_ARGUMENTS = `${LINK_ARGUMENTS}\nskip: Int\nlimit: Int`

test.each([
  ['EveryField', 'data', LOCALE_ARGUMENTS],
  ['EveryField', 'single', `${LINK_ARGUMENTS}\nwhere: NoteFilter`],
  ['EveryField', 'anything', LINK_ARGUMENTS],
  ['EveryField', 'filesCollection', PAGE_ARGUMENTS],
  ['EveryField', 'notesCollection', `${PAGE_ARGUMENTS}\nwhere: NoteFilter\norder: [EveryFieldNotesCollectionOrder]`],
  ['EveryField', 'mixedCollection', `${PAGE_ARGUMENTS}\nwhere: EveryFieldMixedFilter`],
  ['NoteLinkingCollections', 'entryCollection', PAGE_ARGUMENTS],
  [
    'NoteLinkingCollections',
    'everyFieldCollection',
    `${PAGE_ARGUMENTS}\norder: [NoteLinkingCollectionsEveryFieldCollectionOrder]`,
  ],
  ['Asset', 'url', `${LOCALE_ARGUMENTS}\ntransform: ImageTransformOptions`],
])('arguments of %s.%s', (type, field, expected) => {
  expect(listArguments(type, field)).toEqual(splitLines(expected))
})

test('the schema does not contain omitted fields', () => {
  expect(printSchema(schema)).not.toMatch(/hidden/i)
})
