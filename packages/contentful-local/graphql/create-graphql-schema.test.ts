import { printType } from 'graphql'
import { expect, test } from 'vitest'
import type { FieldDefinition } from '#local/engine/content-type-definition.ts'
import { testContentTypes } from '#local/tests/test-model.ts'
import { compileGraphqlSchema, createGraphqlSchema } from './create-graphql-schema.ts'

const schema = createGraphqlSchema(testContentTypes)
const fieldsOf = (type: string) => {
  const found = schema.getType(type)
  if (!found || !('getFields' in found)) throw new Error(`There is no ${type}`)
  return Object.fromEntries(Object.entries(found.getFields()).map(([name, field]) => [name, String(field.type)]))
}

const typeWith = (id: string, ...fields: Omit<FieldDefinition, 'name'>[]) => ({
  id,
  name: id,
  fields: fields.map((field) => ({ ...field, name: field.id })),
})

test('names types in PascalCase and root fields in camelCase', () => {
  expect(Object.keys(fieldsOf('Query'))).toEqual([
    'asset',
    'assetCollection',
    'photo',
    'photoCollection',
    'photoAlbum',
    'photoAlbumCollection',
    'entryCollection',
    '_node',
    '_nodes',
  ])
})

test('content fields are nullable, and a list of links has its own collection type', () => {
  expect(fieldsOf('PhotoAlbum')).toEqual({
    _id: 'ID!',
    sys: 'Sys!',
    contentfulMetadata: 'ContentfulMetadata!',
    linkedFrom: 'PhotoAlbumLinkingCollections',
    title: 'String',
    count: 'Int',
    rating: 'Float',
    open: 'Boolean',
    day: 'DateTime',
    tags: '[String]',
    cover: 'Photo',
    photosCollection: 'PhotoAlbumPhotosCollection',
    bestCollection: 'PhotoAlbumBestCollection',
    filesCollection: 'AssetCollection',
  })
  expect(fieldsOf('PhotoAlbumPhotosCollection')).toEqual({
    total: 'Int!',
    skip: 'Int!',
    limit: 'Int!',
    items: '[Photo]!',
  })
})

test('links, collections and scalars have Contentful’s arguments', () => {
  const printed = printType(schema.getType('PhotoAlbum') ?? expect.fail())
  expect(printed).toContain('title(locale: String, useFallbackLocale: Boolean): String')
  expect(printed).toContain(
    'cover(preview: Boolean, locale: String, useFallbackLocale: Boolean, where: PhotoFilter): Photo',
  )
  expect(printed).toContain('photosCollection(skip: Int = 0, limit: Int = 100, preview: Boolean,')
})

test('an asset implements neither Entry nor _Node, and has no _id', () => {
  expect(printType(schema.getType('Asset') ?? expect.fail())).toMatch(/^type Asset \{/)
  expect(fieldsOf('Asset')).not.toHaveProperty('_id')
  expect(printType(schema.getType('Photo') ?? expect.fail())).toContain('type Photo implements Entry & _Node {')
})

test('adds the prefix ContentType to reserved names and leading digits', () => {
  const prefixed = createGraphqlSchema([typeWith('asset'), typeWith('3d-view')])
  expect(Object.keys(prefixed.getTypeMap())).toEqual(expect.arrayContaining(['ContentTypeAsset', 'ContentType3dView']))
  expect(Object.keys(prefixed.getQueryType()?.getFields() ?? {})).toEqual(
    expect.arrayContaining(['contentTypeAsset', 'contentType3dView', 'asset']),
  )
})

test('output fields are in camelCase; filters and orders contain the field id', () => {
  const made = createGraphqlSchema([typeWith('a', { id: 'Big_title', type: 'Symbol' })])
  expect(printType(made.getType('A') ?? expect.fail())).toContain('bigTitle(')
  expect(printType(made.getType('AFilter') ?? expect.fail())).toContain('Big_title_contains: String')
  expect(printType(made.getType('AOrder') ?? expect.fail())).toContain('Big_title_ASC')
})

test('fields with the same id share a multi-type filter with the criteria that all targets have', () => {
  const target = (id: string, ...fields: string[]) =>
    typeWith(id, ...fields.map((each) => ({ id: each, type: 'Symbol' })))
  const holder = (id: string, ...types: string[]) =>
    typeWith(id, { id: 'parts', type: 'Link', linkType: 'Entry', validations: [{ linkContentType: types }] })
  const targets = [target('a', 'name', 'color'), target('b', 'name', 'color'), target('c', 'name')]
  const filterWith = (...holders: ReturnType<typeof holder>[]) =>
    printType(createGraphqlSchema([...targets, ...holders]).getType('cfpartsMultiTypeNestedFilter') ?? expect.fail())
  expect(filterWith(holder('one', 'a', 'b'))).toContain('color_in')
  const shared = filterWith(holder('one', 'a', 'b'), holder('two', 'a', 'c'))
  expect(shared).toContain('name_in')
  expect(shared).not.toContain('color')
})

test('rejects colliding type and field names with Contentful’s code', () => {
  expect(() => createGraphqlSchema([typeWith('a-b'), typeWith('aB')])).toThrow(
    expect.objectContaining({ code: 'COLLIDING_TYPE_NAMES', message: expect.stringContaining('"a-b" and "aB"') }),
  )
  expect(() => createGraphqlSchema([typeWith('photo'), typeWith('photoCollection')])).toThrow(
    expect.objectContaining({ code: 'COLLIDING_TYPE_NAMES' }),
  )
  const twins = typeWith('a', { id: 'xY', type: 'Symbol' }, { id: 'x_y', type: 'Symbol' })
  expect(() => createGraphqlSchema([twins])).toThrow(expect.objectContaining({ code: 'COLLIDING_FIELD_NAMES' }))
  for (const id of ['sys', 'linkedFrom', 'contentfulMetadata']) {
    const reserved = typeWith('a', { id, type: 'Symbol' })
    expect(() => createGraphqlSchema([reserved])).toThrow(expect.objectContaining({ code: 'COLLIDING_FIELD_NAMES' }))
  }
  const text = typeWith('post', { id: 'body', type: 'RichText' })
  expect(() => createGraphqlSchema([text, typeWith('postBodyLinks')])).toThrow(
    expect.objectContaining({ code: 'COLLIDING_TYPE_NAMES', message: expect.stringContaining('"post.body"') }),
  )
})

test.each([
  [{ type: 'ResourceLink', linkType: 'Contentful:Entry' }, 'the type ResourceLink'],
  [{ type: 'Array', items: { type: 'ResourceLink', linkType: 'Contentful:Entry' } }, 'arrays of ResourceLink'],
  [{ type: 'Array', items: { type: 'Object' } }, 'arrays of Object'],
  [{ type: 'Link', linkType: 'Tag' }, 'links to Tag'],
])('rejects an unsupported field: %o', (field, what) => {
  const model = [typeWith('a', { id: 'body', ...field })]
  expect(() => createGraphqlSchema(model)).toThrow(`does not support ${what}`)
  expect(() => createGraphqlSchema(model)).toThrow('field "body" of content type "a"')
})

test('compiles a schema without unsupported fields', () => {
  const model = [typeWith('a', { id: 'title', type: 'Symbol' }, { id: 'body', type: 'ResourceLink' })]
  const fields = compileGraphqlSchema(model).schema.getType('A')
  expect(fields && printType(fields)).toMatch(/title/)
  expect(fields && printType(fields)).not.toMatch(/body/)
})
