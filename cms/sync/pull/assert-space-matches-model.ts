import type { ContentType } from '#cms/model/field-definitions.ts'
import { model } from '#cms/model/model.ts'
import type { DeliveryClient } from '#cms/sync/contentful/delivery-client.ts'
import { LOCALE } from '#shared/constants.ts'
import { UserError } from '#shared/user-error.ts'

/** Throws `UserError` where a pull would empty the seed: the space has not the site's language, or not all of the model. */
export async function assertSpaceMatchesModel(space: DeliveryClient): Promise<void> {
  const locales = await space.locales()
  if (!locales.includes(LOCALE))
    throw new UserError(
      `The space has the locale ${locales.join(', ')}, and not ${LOCALE}, in which the site is written: add it under Settings, Locales`,
    )
  const types = await space.contentTypes()
  if (!Object.keys(model).some((id) => types.has(id)))
    throw new UserError(`The space holds none of the model’s content types; ${REMEDY}`)
  const problems = Object.values<ContentType>(model).flatMap(({ id, fields }) => {
    const found = types.get(id)
    if (!found) return [`The space has no content type ${id}; ${REMEDY}`]
    const missing = Object.keys(fields).filter((name) => !found.includes(name))
    return missing.map((name) => `The space has no field ${name} in the content type ${id}; ${REMEDY}`)
  })
  if (problems.length > 0) throw new UserError(problems)
}

const REMEDY = 'bring the model there first, with npm run cms -- seed'
