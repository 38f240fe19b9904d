import type { ContentTypeDefinition } from '#local/shared/content-type-definition.ts'
import { createEntryListSchema } from './entry-list-schema.ts'
import { findEntityIds, type ListedEntities, selectStored } from './find-entity-ids.ts'
import { createListBody, parseListQuery } from './list-query.ts'
import { createAssetListSchema, type ValueKindsByPath } from './list-schema.ts'
import { type QueryParameters, takeIncludeLevels } from './query-parameters.ts'

/** Reads the entries or assets of the page that a request asks for. `sys`: what can be filtered by. */
export function queryEntities(
  parameters: QueryParameters,
  sys: ValueKindsByPath,
  contentTypes: readonly ContentTypeDefinition[],
  content: ListedEntities,
) {
  const { table, stored } = content
  const schema =
    table.type === 'Asset'
      ? createAssetListSchema(sys, stored)
      : createEntryListSchema(sys, parameters, contentTypes, content)
  const includeLevels = takeIncludeLevels(parameters)
  const query = parseListQuery(parameters, schema)
  const { skip, limit, select, storedOrder } = query
  const entities = { ...content, contentType: schema.contentType }
  const { selection, filters } = selectStored(query, entities)
  const isPage = filters.length === 0 && storedOrder !== undefined
  const ids = isPage ? table.listIds(selection, { skip, limit }) : findEntityIds(query, entities)
  const countAll = () => (ids.length > 0 && ids.length < limit ? skip + ids.length : table.count(selection))
  const total = isPage ? countAll() : ids.length
  return {
    resources: table.getMany(isPage ? ids : ids.slice(skip, skip + limit)),
    includeLevels,
    /** Creates the response body of the resources, with the properties that the request selects. */
    createBody: (items: readonly object[]) => createListBody({ total, skip, limit, items: items.map(select) }),
  }
}
