import type { ContentTypeProps } from 'contentful-management'
import { type ContentTypePayload, toContentTypePayload } from '#cms/model/content-type-payload.ts'
import type { ContentType } from '#cms/model/field-definitions.ts'
import { needsPublishing } from '#cms/publish-state.ts'
import type { SpaceClient } from '#cms/sync/contentful/space-client.ts'
import {
  type ExtraField,
  type FieldChange,
  matchesDesired,
  type ResourceDiff,
  type ResourceType,
} from './resource-type.ts'

/**
 * Creates the resource type of the model’s content types. Fields that only the space has are kept. A required one becomes
 * optional with `releaseExtraFields`; otherwise it blocks the seed run, because new entries could not be published.
 */
export function createContentTypeResourceType(
  { client: { contentType } }: SpaceClient,
  releaseExtraFields: boolean,
): ResourceType<ContentType, ContentTypeProps> {
  const compare = (desired: ContentType, actual: ContentTypeProps | undefined) =>
    compareContentType(desired, actual, releaseExtraFields)
  return {
    name: 'content type',
    read: (id) => contentType.get({ contentTypeId: id }),
    dependsOn: () => [],

    compare,

    nextStep(desired, actual) {
      const params = { contentTypeId: desired.id }
      const payload = toContentTypePayload(desired)
      if (!actual) return { action: 'create', run: () => contentType.createWithId(params, payload) }
      if (compare(desired, actual).changes.length > 0)
        return {
          action: 'update',
          run: () => contentType.update(params, mergePayload(actual, payload, releaseExtraFields)),
        }
      if (needsPublishing(actual.sys)) return { action: 'publish', run: () => contentType.publish(params, actual) }
      return null
    },
  }
}

/** The model is code: changes that were made in the web app are overwritten. */
function compareContentType(
  desired: ContentType,
  actual: ContentTypeProps | undefined,
  releaseExtraFields: boolean,
): ResourceDiff {
  const { fields, ...properties } = toContentTypePayload(desired)
  const propertyChanges = compareProperties('', properties, actual)
  const fieldChanges = fields.flatMap((field): readonly FieldChange[] => {
    const actualField = actual?.fields.find(({ id }) => id === field.id)
    return actualField
      ? compareProperties(`fields.${field.id}.`, field, actualField)
      : [{ field: `fields.${field.id}`, actual: undefined, desired: field }]
  })
  const extraFields = (actual?.fields ?? [])
    .filter(({ id }) => !fields.some((field) => field.id === id))
    .map(({ id, type, required }) => ({ id, type, required }))
  const requiredFields = extraFields.filter(({ required }) => required)
  const releases = requiredFields.map(({ id }) => ({ field: `fields.${id}.required`, actual: true, desired: false }))
  const errors = [
    fieldChanges.map(getFieldTypeError).find(Boolean),
    releaseExtraFields ? undefined : getRequiredFieldsError(requiredFields),
  ]
  return {
    changes: [...propertyChanges, ...fieldChanges, ...(releaseExtraFields ? releases : [])],
    preserved: [],
    extraFields,
    blocked: errors.filter(Boolean).join('; ') || undefined,
  }
}

function compareProperties(prefix: string, desired: object, actual: object | undefined): readonly FieldChange[] {
  const actualValues = new Map<string, unknown>(Object.entries(actual ?? {}))
  return Object.entries(desired)
    .map(([name, value]) => ({ field: `${prefix}${name}`, actual: actualValues.get(name), desired: value }))
    .filter((change) => !matchesDesired(change.actual, change.desired))
}

/**
 * Returns why required fields that only the space has are a problem, and the remedy. Hidden fields are no exception:
 * Contentful rejects the publish of an entry without a value for them too (docs/contentful.md).
 */
function getRequiredFieldsError(fields: readonly ExtraField[]): string | undefined {
  const ids = fields.map(({ id }) => `"${id}"`)
  if (ids.length === 0) return undefined
  const subject = ids.length === 1 ? `its field ${ids[0]} is` : `its fields ${ids.join(', ')} are`
  return `${subject} required in the space, but not in the model, so that new entries cannot be published: delete or make optional what the model no longer has with a script in cms/migrations and npm run cms -- migrate, or add it to the model`
}

/** Contentful cannot change the type of an existing field. */
function getFieldTypeError({ field, actual, desired }: FieldChange): string | undefined {
  const [, id] = /^fields\.(\w+)\.(?:type|linkType)$/.exec(field) ?? []
  if (id === undefined) return undefined
  return `its field "${id}" is a ${actual} in the space and a ${desired} in the model, and Contentful cannot change the type of a field: give it another name in the model, or delete it in the space`
}

function mergePayload(
  actual: ContentTypeProps,
  payload: ContentTypePayload,
  releaseExtraFields: boolean,
): ContentTypeProps {
  const fields = payload.fields.map((field) => ({ ...actual.fields.find(({ id }) => id === field.id), ...field }))
  const otherFields = actual.fields.filter(({ id }) => !payload.fields.some((field) => field.id === id))
  const extraFields = releaseExtraFields ? otherFields.map((field) => ({ ...field, required: false })) : otherFields
  return { ...actual, ...payload, fields: [...fields, ...extraFields] }
}
