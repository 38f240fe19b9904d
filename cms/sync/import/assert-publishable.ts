import { model } from '#cms/model/model.gen.ts'
import type { PictureType } from '#cms/pictures/picture-type.ts'
import { readByIds } from '#cms/sync/contentful/read-resources.ts'
import type { SpaceClient } from '#cms/sync/contentful/space-client.ts'
import type { ActualEntry } from '#cms/sync/resources/entry-resource-type.ts'
import { findExtraFields, getRequiredFieldsError } from '#cms/sync/resources/extra-fields.ts'
import { type ExtraField, resourceKey } from '#cms/sync/resources/resource-type.ts'
import { LOCALE } from '#shared/constants.ts'
import { UserError } from '#shared/user-error.ts'

/**
 * Throws `UserError` if Contentful would reject the publish of every new picture or of the page, because the space
 * requires a field that the model has not.
 */
export async function assertPublishable(
  { client: { contentType } }: SpaceClient,
  page: ActualEntry,
  { type, page: { type: pageType } }: PictureType,
): Promise<void> {
  const actualTypes = await readByIds([type, pageType], (query) => contentType.getMany({ query }))
  const hasValue = ({ id }: ExtraField) => (page.fields[id]?.[LOCALE] ?? null) !== null
  const problems = [type, pageType].flatMap((id) => {
    const actual = actualTypes.get(id)
    const extraFields = actual ? findExtraFields(model[id], actual) : []
    const error = getRequiredFieldsError(
      id === pageType ? extraFields.filter((field) => !hasValue(field)) : extraFields,
    )
    return error
      ? [`${resourceKey('content type', id)}: ${error}. With --draft the pictures are added for an editor to complete`]
      : []
  })
  if (problems.length > 0) throw new UserError(problems)
}
