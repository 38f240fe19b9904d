import type { ContentTypeProps } from 'contentful-management'
import { toContentTypePayload } from '#cms/model/content-type-payload.ts'
import type { ContentType } from '#cms/model/field-definitions.ts'
import { readByIds } from '#cms/sync/contentful/read-resources.ts'
import type { SpaceClient } from '#cms/sync/contentful/space-client.ts'
import { matchesDesired } from './matches-desired.ts'
import { type FieldChange, type ModelResourceType, needsPublishing, type ResourceDiff } from './resource-type.ts'

/** Content types, from the model. Fields that only the space has stay: nothing of an owner's is deleted. */
export function createContentTypeResourceType({
  client: { contentType },
}: SpaceClient): ModelResourceType<ContentTypeProps> {
  return {
    name: 'content type',
    readMany: (ids) => readByIds(ids, (query) => contentType.getMany({ query })),
    read: (id) => contentType.get({ contentTypeId: id }),
    dependsOn: () => [],

    compare,

    nextStep(wanted, held) {
      const at = { contentTypeId: wanted.id }
      const payload = payloadOf(wanted)
      if (!held) return { action: 'create', run: () => contentType.createWithId(at, payload) }
      if (compare(wanted, held).changes.length > 0)
        return { action: 'update', run: () => contentType.update(at, merged(held, payload)) }
      if (needsPublishing(held.sys)) return { action: 'publish', run: () => contentType.publish(at, held) }
      return null
    },
  }
}

/** The model is code: what somebody else changed in a part of it is written again. */
function compare(wanted: ContentType, held: ContentTypeProps | undefined): ResourceDiff {
  const { fields, ...words } = payloadOf(wanted)
  const ofType = changesIn('', words, held)
  const ofFields = fields.flatMap((field): readonly FieldChange[] => {
    const before = held?.fields.find(({ id }) => id === field.id)
    return before
      ? changesIn(`fields.${field.id}.`, field, before)
      : [{ field: `fields.${field.id}`, held: undefined, wanted: field }]
  })
  return { changes: [...ofType, ...ofFields], preserved: [], blocked: ofFields.map(typeForGood).find(Boolean) }
}

function changesIn(prefix: string, wanted: object, held: object | undefined): readonly FieldChange[] {
  const before = new Map<string, unknown>(Object.entries(held ?? {}))
  return Object.entries(wanted)
    .map(([name, value]) => ({ field: `${prefix}${name}`, held: before.get(name), wanted: value }))
    .filter((change) => !matchesDesired(change.held, change.wanted))
}

/** Contentful keeps the type of a field. */
function typeForGood({ field, held, wanted }: FieldChange): string | undefined {
  const [, id] = /^fields\.(\w+)\.(?:type|linkType)$/.exec(field) ?? []
  if (id === undefined) return undefined
  return `its field "${id}" is a ${held} in the space and a ${wanted} in the model, and Contentful keeps a field's type: give it another name in the model, or delete it in the space`
}

/** The SDK's own `CreateContentTypeProps` is `any`: it leans on a package that it does not bring along. */
type NewContentType = Omit<ContentTypeProps, 'sys'>

/** A copy: the SDK's types want lists that can be changed. */
function payloadOf(type: ContentType): NewContentType {
  const payload = toContentTypePayload(type)
  return {
    ...payload,
    fields: payload.fields.map(({ validations, items, ...field }) => ({
      ...field,
      validations: [...validations],
      ...(items && { items: { ...items, validations: [...items.validations] } }),
    })),
  }
}

function merged(held: ContentTypeProps, payload: NewContentType): ContentTypeProps {
  const fields = payload.fields.map((field) => ({ ...held.fields.find(({ id }) => id === field.id), ...field }))
  const others = held.fields.filter(({ id }) => !payload.fields.some((field) => field.id === id))
  return { ...held, ...payload, fields: [...fields, ...others] }
}
