import { executeQuery } from 'contentful-local/schema'
import { type DocumentNode, type FieldNode, Kind, print, visit } from 'graphql'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { model } from '#cms/model/model.gen.ts'
import { modelContentTypes } from '#cms/model/print-model-schema.ts'
import { createSeedContentSource } from '#cms/seed/seed-content-source.ts'
import { readSiteQueries } from '#scripts/build/site-queries.ts'

const queries = Object.entries(await readSiteQueries())
const collections = queries.flatMap(([query, document]) =>
  listCollections(document).map((collection) => ({ query, ...collection })),
)

/** All collections in a query: the field name, and the value of its `limit` argument. */
function listCollections(document: DocumentNode): { field: string; limit: string | undefined }[] {
  const result: { field: string; limit: string | undefined }[] = []
  visit(document, {
    Field(node: FieldNode) {
      if (!node.name.value.endsWith('Collection')) return
      const value = node.arguments?.find((argument) => argument.name.value === 'limit')?.value
      const limit = value?.kind === Kind.INT ? value.value : value?.kind === Kind.VARIABLE ? 'paginated' : undefined
      result.push({ field: node.name.value.replace(/Collection$/, ''), limit })
    },
  })
  return result
}

/** The maximum number of entries of each list field. */
const sizeValidation = z.object({ size: z.object({ max: z.number() }) })
const maxSizes = new Map(
  Object.values(model)
    .flatMap((type) => Object.entries(type.fields))
    .filter(([, field]) => field.type === 'Array')
    .map(([name, field]) => [name, sizeValidation.parse(field.validations[0]).size.max]),
)

test.each(collections)('$query, $field: the limit covers all items', ({ field, limit }) => {
  if (limit === 'paginated') return expect(field).toBe('images') // reads all pages, see src/content/gallery.ts
  if (field === 'redirect') return expect(limit).toBe('1000') // Contentful's maximum
  if (field in model) return expect(limit).toBe('1') // a page type has one entry
  expect(Number(limit)).toBe(maxSizes.get(field))
})

test.each(queries)('%s is below the limits for query cost and size', (_, document) => {
  const source = createSeedContentSource({ assets: [], entries: [] }, () => {
    throw new Error('There are no assets')
  })
  const query = print(document)
  const result = executeQuery({ contentTypes: modelContentTypes, source, query, variables: { skip: 0, limit: 1_000 } })
  expect(result).toMatchObject({ status: 200 })
  expect(result.cost).toBeLessThan(11_000)
})
