import { generate } from '@graphql-codegen/cli'
import { expect, test } from 'vitest'
import * as z from 'zod'
import codegen from '#codegen'
import { everyFieldModel } from '#local-tests/every-field-model.ts'
import { startSpace } from '#local-tests/start-space.ts'
import { publishContentType } from '#local-tests/test-contentful.ts'

const outputs = z.array(z.object({ filename: z.string(), content: z.string() }))

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
}`

test('graphql-codegen generates types for all types of fields, links and filters', async () => {
  await using local = await startSpace()
  for (const type of everyFieldModel) await publishContentType(local, type)
  const api = `${local.url}/content/v1/spaces/local/environments/master`
  const schema = [{ [api]: { headers: { authorization: 'Bearer local-delivery' } } }]
  const generated = outputs.parse(await generate({ ...codegen, schema, documents: EVERY_FIELD_QUERY }, false))
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
