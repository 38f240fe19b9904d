import { type DocumentNode, type FieldNode, Kind, print, visit } from 'graphql'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { executeQuery } from '#cms/graphql/execute-query.ts'
import { modelContentTypes } from '#cms/graphql/print-model-schema.ts'
import { createSeedContentSource } from '#cms/graphql/seed-content-source.ts'
import { model } from '#cms/model/model.ts'
import { readSiteQueries } from '#scripts/build/bundle-content.ts'

const queries = Object.entries(await readSiteQueries())
const collections = queries.flatMap(([query, document]) => collectionsOf(document).map((each) => ({ query, ...each })))

/** Every collection that a query asks for: its field, and the limit that it states. */
function collectionsOf(document: DocumentNode): { field: string; limit: string | undefined }[] {
  const found: { field: string; limit: string | undefined }[] = []
  visit(document, {
    Field(node: FieldNode) {
      if (!node.name.value.endsWith('Collection')) return
      const value = node.arguments?.find((argument) => argument.name.value === 'limit')?.value
      const limit = value?.kind === Kind.INT ? value.value : value?.kind === Kind.VARIABLE ? 'reads on' : undefined
      found.push({ field: node.name.value.replace(/Collection$/, ''), limit })
    },
  })
  return found
}

/** The largest number of entries that the model lets editors put into each list. */
const sized = z.object({ size: z.object({ max: z.number() }) })
const largest = new Map(
  Object.values(model)
    .flatMap((type) => Object.entries(type.fields))
    .filter(([, field]) => field.type === 'Array')
    .map(([name, field]) => [name, sized.parse(field.validations[0]).size.max]),
)

test.each(collections)('$query, $field: no item is cut off silently', ({ field, limit }) => {
  if (limit === 'reads on') return expect(field).toBe('images') // to its end, in src/content/gallery.ts
  if (field === 'redirect') return expect(limit).toBe('1000') // there may be many, and Contentful gives no more at once
  if (field in model) return expect(limit).toBe('1') // a page: there is one entry of it
  expect(Number(limit)).toBe(largest.get(field))
})

test.each(queries)('%s costs less than Contentful allows, and fits its size', (_, document) => {
  const source = createSeedContentSource({ assets: [], entries: [] }, () => {
    throw new Error('There are no assets')
  })
  const query = print(document)
  const answer = executeQuery({ contentTypes: modelContentTypes, source, query, variables: { skip: 0, limit: 1_000 } })
  expect(answer).toMatchObject({ status: 200 })
  expect(answer.cost).toBeLessThan(11_000)
})
