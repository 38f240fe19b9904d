import { readFile } from 'node:fs/promises'
import {
  buildClientSchema,
  buildSchema,
  type GraphQLSchema,
  getIntrospectionQuery,
  lexicographicSortSchema,
  printSchema,
} from 'graphql'
import { expect, test } from 'vitest'
import { startSiteSpace } from '#tests/setup/contentful/start-site-space.ts'

test("§11.6 the introspected schema of the site's model is cms/schema.graphql", async () => {
  await using space = await startSiteSpace('model')
  const { data } = await space.queryGraphql(getIntrospectionQuery())
  const response: Parameters<typeof buildClientSchema>[0] = JSON.parse(JSON.stringify(data))
  const committed = buildSchema(await readFile('cms/schema.graphql', 'utf8'))
  const print = (schema: GraphQLSchema) => printSchema(lexicographicSortSchema(schema))
  expect(print(buildClientSchema(response))).toBe(print(committed))
})
