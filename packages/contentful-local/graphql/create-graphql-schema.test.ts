import * as fc from 'fast-check'
import { printType, validateSchema } from 'graphql'
import { expect, test } from 'vitest'
import type { ContentTypeDefinition, FieldDefinition } from '#local/shared/content-type-definition.ts'
import { testContentSource } from '#local/tests/test-model.ts'
import { compileGraphqlSchema, createGraphqlSchema } from './create-graphql-schema.ts'
import { executeQuery } from './execute-query.ts'
import { ModelError } from './graphql-errors.ts'
import { getGraphqlTypeName } from './schema-names.ts'

type Field = Omit<FieldDefinition, 'name'>

const typeWith = (id: string, ...fields: readonly Field[]): ContentTypeDefinition => ({
  id,
  name: id,
  fields: fields.map((field) => ({ ...field, name: field.id })),
})

const title: Field = { id: 'title', type: 'Symbol' }
const linkTo = (...linkContentType: readonly string[]) => ({
  type: 'Link',
  linkType: 'Entry',
  validations: [{ linkContentType }],
})
const other = typeWith('other', title)

const ask = (contentTypes: readonly ContentTypeDefinition[], query: string) => {
  const { status, errors = [] } = executeQuery({ contentTypes, source: testContentSource, query })
  return { status, errors: errors.map(({ message, extensions }) => `${extensions.contentful.code}: ${message}`) }
}

test('types are in PascalCase, root fields in camelCase, and reserved names and leading digits have a prefix', () => {
  const named = compileGraphqlSchema([typeWith('photo-album'), typeWith('asset'), typeWith('3d-view')]).schema
  expect(Object.keys(named.getTypeMap())).toEqual(
    expect.arrayContaining(['PhotoAlbum', 'ContentTypeAsset', 'ContentType3dView']),
  )
  expect(Object.keys(named.getQueryType()?.getFields() ?? {})).toEqual([
    'asset',
    'assetCollection',
    'photoAlbum',
    'photoAlbumCollection',
    'contentTypeAsset',
    'contentTypeAssetCollection',
    'contentType3dView',
    'contentType3dViewCollection',
    'entryCollection',
    '_node',
    '_nodes',
  ])
})

test('a content type with the name of a type of the API or of GraphQL has a prefix', () => {
  const used = Object.keys(compileGraphqlSchema([]).schema.getTypeMap()).filter((name) => !name.startsWith('_'))
  const others = 'JSON Location Circle Rectangle RichText ResourceSys ResourceLink ResourceLinkCollection'.split(' ')
  expect([...used, ...others].filter((name) => getGraphqlTypeName(name) !== `ContentType${name}`)).toEqual([])
})

test('output fields are in camelCase; filters and orders contain the field id', () => {
  const made = compileGraphqlSchema([typeWith('a', { ...title, id: 'Big_title' })]).schema
  expect(printType(made.getType('A') ?? expect.fail())).toContain('bigTitle(')
  expect(printType(made.getType('AFilter') ?? expect.fail())).toContain('Big_title_contains: String')
  expect(printType(made.getType('AOrder') ?? expect.fail())).toContain('Big_title_ASC')
})

test('fields with the same id share a multi-type filter with the criteria that all targets have', () => {
  const target = (id: string, ...fields: string[]) =>
    typeWith(id, ...fields.map((each) => ({ id: each, type: 'Symbol' })))
  const holder = (id: string, ...types: string[]) => typeWith(id, { id: 'parts', ...linkTo(...types) })
  const targets = [target('a', 'name', 'color'), target('b', 'name', 'color'), target('c', 'name')]
  const filterWith = (...holders: ReturnType<typeof holder>[]) =>
    printType(
      compileGraphqlSchema([...targets, ...holders]).schema.getType('cfpartsMultiTypeNestedFilter') ?? expect.fail(),
    )
  expect(filterWith(holder('one', 'a', 'b'))).toContain('color_in')
  const shared = filterWith(holder('one', 'a', 'b'), holder('two', 'a', 'c'))
  expect(shared).toContain('name_in')
  expect(shared).not.toContain('color')
})

test.each([
  ['two content types with one name', [typeWith('a-b'), typeWith('aB')], ['a-b', 'aB']],
  ['the name of a list', [typeWith('photo'), typeWith('photoCollection')], ['photo', 'photoCollection']],
  ['a filter with the name of a type of the API', [typeWith('contentfulMetadataTags')], ['contentfulMetadataTags']],
  ['two fields with one name', [typeWith('a', title, { ...title, id: 'Title' })], ['a.title', 'a.Title']],
  ['a field with the name of a common field', [typeWith('a', title, { ...title, id: 'linkedFrom' })], ['a.linkedFrom']],
  ['a field of an unsupported type', [typeWith('a', title, { id: 'far', type: 'ResourceLink' })], ['a.far']],
  [
    'a field whose types have the name of a content type',
    [typeWith('post', { id: 'body', type: 'RichText' }), typeWith('postBodyLinks', title)],
    ['post.body'],
  ],
])('leaves out %s, and nothing else', (_, types, omitted) => {
  const contentTypes = [...types, other]
  const { modelErrors } = compileGraphqlSchema(contentTypes)
  const names = modelErrors
    .flatMap((error) => error.omitted)
    .map(({ contentType, field }) => [contentType, field ?? []].flat().join('.'))
  expect(names).toEqual(omitted)
  const query = '{ otherCollection { items { title } } __schema { types { name } } }'
  expect(ask(contentTypes, query)).toEqual({ status: 200, errors: [] })
})

// Contentful answers 422 to every query of a space with colliding names. Here content types and fields that have other
// names stay available: one content type must not stop the API.
test('a query for what is left out is answered with the reason, another invalid query is not', () => {
  const contentTypes = [
    typeWith('a-b', title),
    typeWith('aB', title),
    typeWith('c', title, { id: 'far', type: 'ResourceLink' }),
    typeWith('twins', { ...title, id: 'xY' }, { ...title, id: 'x_y' }),
    other,
  ]
  const collision = { status: 422, errors: [expect.stringMatching(/^COLLIDING_TYPE_NAMES: .*"a-b" and "aB".*"AB"/)] }
  expect(ask(contentTypes, '{ aB(id: "x") { title } }')).toEqual(collision)
  expect(ask(contentTypes, '{ _node(id: "x") { ... on AB { title } } }')).toEqual(collision)
  expect(ask(contentTypes, '{ twins(id: "x") { xY } }')).toEqual({
    status: 422,
    errors: [expect.stringMatching(/^COLLIDING_FIELD_NAMES: .*"xY" and "x_y"/)],
  })
  expect(() => createGraphqlSchema(contentTypes)).toThrow(ModelError)
  expect(ask(contentTypes, '{ c(id: "x") { far } }')).toEqual({
    status: 400,
    errors: [expect.stringMatching(/^UNSUPPORTED_LOCALLY: .*ResourceLink.*"far" of content type "c"/)],
  })
  expect(ask(contentTypes, '{ other(id: "x") { far } }').errors).toEqual([expect.stringMatching(/^INVALID_QUERY/)])
})

/** Ids that often have the same names, also as types of fields. */
const idPart = fc.constantFrom('a', 'B', 'order', 'Filter', 'collection', 'Item', 'links', 'sys', 'asset', 'cf', '1')
const typeId = fc
  .array(fc.oneof(idPart, fc.constantFrom('-', '_', '.')), { minLength: 1, maxLength: 4 })
  .map((parts) => parts.join(''))
const fieldId = fc.array(idPart, { minLength: 1, maxLength: 3 }).map((parts) => `x${parts.join('_')}`)
const names = fc.constantFrom(...['x', 'xA', 'a', 'aB', 'sys', 'photo', 'linkedFrom'])
const fieldType = fc.oneof(
  fc.constantFrom('Symbol', 'Date', 'RichText', 'Object', 'ResourceLink').map((type) => ({ type })),
  fc.array(typeId, { minLength: 1, maxLength: 3 }).map((ids) => linkTo(...ids)),
  fc.array(typeId, { minLength: 1, maxLength: 3 }).map((ids) => ({ type: 'Array', items: linkTo(...ids) })),
  fc.constant({ type: 'Link', linkType: 'Asset' }),
)
const field = fc.tuple(fc.oneof(fieldId, names), fieldType).map(([id, type]): Field => ({ id, ...type }))
const model = fc.uniqueArray(
  fc
    .tuple(typeId, fc.uniqueArray(field, { selector: ({ id }) => id, maxLength: 4 }))
    .map(([id, fields]) => typeWith(id, ...fields)),
  { selector: ({ id }) => id, maxLength: 6 },
)

test('no content model stops the API, and every schema is valid', () => {
  fc.assert(
    fc.property(model, (contentTypes) => {
      const { schema } = compileGraphqlSchema(contentTypes)
      expect(validateSchema(schema)).toEqual([])
      expect(ask(contentTypes, '{ __typename assetCollection { total } }')).toEqual({ status: 200, errors: [] })
    }),
    { numRuns: 40 },
  )
})
