import type { ContentTypeProps } from 'contentful-management'
import { toContentTypePayload } from '#cms/model/content-type-payload.ts'
import type { ContentType } from '#cms/model/field-definitions.ts'
import type { ExtraField } from './resource-type.ts'

/** Returns the fields of a content type of the space that the model has not. */
export function findExtraFields(type: ContentType, { fields }: ContentTypeProps): readonly ExtraField[] {
  const modelFields = new Set(toContentTypePayload(type).fields.map(({ id }) => id))
  return fields.filter(({ id }) => !modelFields.has(id)).map(({ id, type, required }) => ({ id, type, required }))
}

/**
 * Returns why required fields that only the space has are a problem, and the remedy; `undefined` if there are none.
 * Hidden fields are no exception: Contentful rejects the publish of an entry without a value for them too
 * (https://www.contentful.com/help/fields/hide-field-when-editing).
 */
export function getRequiredFieldsError(extraFields: readonly ExtraField[]): string | undefined {
  const ids = extraFields.filter(({ required }) => required).map(({ id }) => `"${id}"`)
  if (ids.length === 0) return undefined
  const subject = ids.length === 1 ? `its field ${ids[0]} is` : `its fields ${ids.join(', ')} are`
  return `${subject} required in the space, but not in the model, so that new entries cannot be published: delete or make optional what the model no longer has with a script in cms/migrations and npm run cms -- migrate, or add it to the model`
}
