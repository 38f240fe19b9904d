import { isDeepStrictEqual } from 'node:util'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { createValidationError, describeUnsupported } from '#local/engine/rest-error.ts'
import { createBodySchema, createLinkSchema, parseManagementBody } from '#local/http/parse-request.ts'
import { createMetadata, type EntityType } from '#local/shared/links.ts'
import { getPublishState } from '#local/shared/publish-state.ts'
import type { EntityContent, FieldValues, StoredEntity } from '#local/store/entity-table.ts'
import type { Store } from '#local/store/store.ts'
import { listEntities } from './list-resources.ts'
import {
  createResourceService,
  type ResourceDefinition,
  registerRoutes,
  type WriteRequest,
} from './resource-service.ts'

/** What is specific to entries or to assets. */
interface EntityDefinition
  extends Pick<ResourceDefinition<EntityContent>, 'checkPublishable' | 'create' | 'getSys' | 'dispatchWebhooks'> {
  /** Returns the fields to store. Throws if they are invalid even in a draft. */
  readonly parseFields: (sent: Readonly<Record<string, unknown>>, request: WriteRequest<EntityContent>) => FieldValues
  /** The fields in a response. Default: the stored ones. */
  readonly toFields?: (fields: FieldValues, host: string) => FieldValues
}

export type EntityService = ReturnType<typeof createEntityService>

/** Creates the operations on the entries or assets of an environment, and their routes. */
export function createEntityService(store: Store, type: EntityType, definition: EntityDefinition) {
  const { parseFields, toFields = (fields) => fields, getSys, ...shared } = definition
  const [path, table] = type === 'Entry' ? ['/entries', store.entries] : ['/assets', store.assets]
  const service = createResourceService<EntityContent>({
    ...shared,
    path,
    can: ['create', 'upsert', 'delete', 'publish', 'archive'],
    table,
    list: (query, toResponse) => listEntities(store, type, query, toResponse),
    parse: (request) => {
      const { fields, metadata } = parseManagementBody(contentBodySchema, request.body)
      return {
        fields: parseFields(fields ?? {}, request),
        tags: metadata ? parseTagIds(metadata, store) : (request.current?.draft.tags ?? []),
      }
    },
    getProperties: ({ draft: { tags, fields } }, host) => ({
      metadata: createMetadata(tags),
      fields: toFields(fields, host),
    }),
    getSys: (entity) => ({ ...getSys?.(entity), fieldStatus: getFieldStatus(type, entity, store) }),
  })
  const registerEntityRoutes = (scope: FastifyInstance) => {
    registerRoutes(scope, service)
    scope.get(`/public${path}`, async ({ query, host }) =>
      listEntities(store, type, query, (entity) => service.toResponse(entity, host), 'published'),
    )
  }
  return { ...service, registerEntityRoutes }
}

/** Taxonomy concepts are not supported: only an empty list is accepted. */
const metadataSchema = z.strictObject({
  tags: z.array(createLinkSchema('Tag')),
  concepts: z.array(z.never(describeUnsupported('taxonomy'))).optional(),
})

/** The shape of an entry or asset in a request body. */
const contentBodySchema = createBodySchema({
  metadata: metadataSchema.nullish(),
  fields: z.record(z.string(), z.unknown()).nullish(),
})

/** Ids of the tags in `metadata`. Throws if a tag does not exist. */
function parseTagIds(metadata: z.output<typeof metadataSchema>, { tags }: Store): readonly string[] {
  const ids = [...new Set(metadata.tags.map(({ sys }) => sys.id))]
  const existing = new Set(tags.getMany(ids).map(({ id }) => id))
  const errors = ids
    .filter((id) => !existing.has(id))
    .map((id) => ({ name: 'notResolvable', path: ['metadata', 'tags'], value: id, details: `No tag "${id}"` }))
  if (errors.length > 0) throw createValidationError(errors)
  return ids
}

/**
 * The publication state of each locale: an asset is `changed` after any change, an entry where its values differ from the
 * published ones (recorded: contentful-management.rb, vcr_cassettes/{asset,entry}/update_with_concepts.yml).
 */
function getFieldStatus(type: EntityType, entity: StoredEntity, { locales }: Store) {
  const { draft, published, publishedVersion, version } = entity
  const state = getPublishState({ version, publishedVersion })
  const names = Object.keys({ ...draft.fields, ...published?.fields })
  const isEqual = (name: string, locale: string) =>
    isDeepStrictEqual(draft.fields[name]?.[locale], published?.fields[name]?.[locale])
  const getStatus = (locale: string) =>
    state === 'changed' && type === 'Entry' && names.every((name) => isEqual(name, locale)) ? 'published' : state
  return { '*': Object.fromEntries(locales.all().map(({ draft: { code } }) => [code, getStatus(code)])) }
}
