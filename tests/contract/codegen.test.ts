import { generate } from '@graphql-codegen/cli'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { toContentTypePayload } from '#cms/model/content-type-payload.ts'
import { model } from '#cms/model/model.gen.ts'
import codegen from '#codegen'
import { everyFieldModel } from './every-field-model.ts'
import { publishContentType, startTestContentful, type TestContentful } from './test-contentful.ts'

/** Schema configuration for graphql-codegen: the GraphQL API of a running server. */
const getSchemaSource = ({ url }: TestContentful) => [
  { [`${url}/content/v1/spaces/local/environments/master`]: { headers: { authorization: 'Bearer local-delivery' } } },
]

const outputs = z.array(z.object({ filename: z.string(), content: z.string() }))

test('graphql-codegen generates the same types from the running server as from cms/schema.graphql', async () => {
  await using local = await startTestContentful()
  for (const type of Object.values(model)) {
    await publishContentType(local, { id: type.id, ...toContentTypePayload(type) })
  }
  const schema = getSchemaSource(local)
  const fromServer = outputs.parse(await generate({ ...codegen, schema }, false))
  const fromFile = outputs.parse(await generate({ ...codegen, schema: 'cms/schema.graphql' }, false))
  expect(fromServer.length).toBeGreaterThan(0)
  expect(fromServer).toEqual(fromFile)
})

const EVERY_FIELD_QUERY = `query EveryKind($where: EveryFieldFilter, $order: [EveryFieldOrder]) {
  everyFieldCollection(where: $where, order: $order, limit: 1) { items {
    data
    place { lat lon }
    story { json links { entries { block { ... on Quote { speaker } } } } }
    either { ... on Note { rank } ... on Quote { speaker } }
    anything { sys { id } }
    mixedCollection(limit: 1) { items { ... on Note { rank } } }
  } }
}`

test('graphql-codegen generates types for all types of fields, links and filters', async () => {
  await using local = await startTestContentful()
  for (const type of everyFieldModel) await publishContentType(local, type)
  const generated = outputs.parse(
    await generate({ ...codegen, schema: getSchemaSource(local), documents: EVERY_FIELD_QUERY }, false),
  )
  const types = generated.map(({ content }) => content).join('\n')
  for (const expected of [
    'place: { lat: number | null, lon: number | null } | null',
    'speaker: string | null',
    'single?: CfNoteNestedFilter',
    "'day_DESC'",
    'words_contains_some?:',
  ]) {
    expect(types).toContain(expected)
  }
})
