import type { ContentTypeDefinition } from '#local/shared/content-type-definition.ts'
import { type ListedEntities, readEntityPage } from './entity-page.ts'
import { createEntryListSchema } from './entry-list-schema.ts'
import { createListBody, parseListQuery } from './list-query.ts'
import { createAssetListSchema, type ValueKindsByPath } from './list-schema.ts'
import { type QueryParameters, takeIncludeLevels } from './query-parameters.ts'

/** Reads the entries or assets of the page that a request asks for. `sys`: what can be filtered by. */
export function queryEntities(
  parameters: QueryParameters,
  sys: ValueKindsByPath,
  contentTypes: readonly ContentTypeDefinition[],
  entities: ListedEntities,
) {
  const schema =
    entities.table.type === 'Asset'
      ? createAssetListSchema(sys, entities.stored)
      : createEntryListSchema(sys, parameters, contentTypes, entities)
  const includeLevels = takeIncludeLevels(parameters)
  const query = parseListQuery(parameters, schema)
  const { total, resources } = readEntityPage(query, { ...entities, contentType: schema.contentType })
  return {
    resources,
    includeLevels,
    /** Creates the response body of the resources, with the properties that the request selects. */
    createBody: (items: readonly object[]) =>
      createListBody({ total, skip: query.skip, limit: query.limit, items: items.map(query.select) }),
  }
}
