import { readFile } from 'node:fs/promises'
import {
  buildClientSchema,
  buildSchema,
  type GraphQLSchema,
  getIntrospectionQuery,
  lexicographicSortSchema,
  parse,
  printSchema,
  validate,
} from 'graphql'
import { expect, test } from 'vitest'
import { everyFieldModel } from '#local-tests/every-field-model.ts'
import { startSpace, type TestSpace } from '#local-tests/start-space.ts'
import { publishContentType } from '#local-tests/test-contentful.ts'
import { startSiteSpace } from '#tests/setup/contentful/start-site-space.ts'

async function introspect(space: TestSpace): Promise<GraphQLSchema> {
  const { data } = await space.queryGraphql(getIntrospectionQuery())
  const response: Parameters<typeof buildClientSchema>[0] = JSON.parse(JSON.stringify(data))
  return buildClientSchema(response)
}

test("§11 the introspected schema of the site's model is cms/schema.graphql", async () => {
  await using space = await startSiteSpace('model')
  const committed = buildSchema(await readFile('cms/schema.graphql', 'utf8'))
  const print = (schema: GraphQLSchema) => printSchema(lexicographicSortSchema(schema))
  expect(print(await introspect(space))).toBe(print(committed))
})

const EVERY_FIELD_QUERY = `query EveryKind($where: EveryFieldFilter, $order: [EveryFieldOrder]) {
  everyFieldCollection(where: $where, order: $order, limit: 1) { items {
    data
    place { lat lon }
    picture { url(transform: { width: 1920, height: 1080, resizeStrategy: FILL, resizeFocus: TOP }) }
    story { json links { entries { block { ... on Quote { speaker } } } } }
    either { ... on Note { rank } ... on Quote { speaker } }
    anything { sys { id } }
    mixedCollection(limit: 1) { items { ... on Note { rank } } }
    linkedFrom { entryCollection(limit: 1) { total } }
    single { linkedFrom { everyFieldCollection(limit: 5) { items { title } } } }
  } }
  filtered: everyFieldCollection(order: day_DESC, where: { words_contains_some: ["a"], single: { rank: 1 } }) { total }
}`

test('tools that generate types accept the introspected schema of all types of fields, links and filters', async () => {
  await using space = await startSpace()
  for (const type of everyFieldModel) await publishContentType(space, type)
  expect(validate(await introspect(space), parse(EVERY_FIELD_QUERY)).map(({ message }) => message)).toEqual([])
})
