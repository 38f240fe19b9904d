import type { PictureTexts, PictureType } from '#cms/photo-desk/space/picture-type.ts'
import { validateEntryFields } from '#cms/seed/validate-fields.ts'

/** Returns the required columns without a text. */
export const getMissingColumns = ({ columns }: PictureType, texts: PictureTexts): readonly string[] =>
  Object.entries(columns)
    .filter(([, { field, isRequired }]) => isRequired && (texts[field] ?? null) === null)
    .map(([column]) => column)

/** Validates texts against the model. Returns one line per problem, with the column instead of the field. Ignores missing texts. */
export function validatePictureTexts(pictureType: PictureType, texts: PictureTexts): readonly string[] {
  const { type, pictureField, columns } = pictureType
  const emptyFields = Object.fromEntries(Object.values(columns).map(({ field }) => [field, null]))
  const missingFields = new Set(getMissingColumns(pictureType, texts).map((column) => columns[column]?.field))
  const columnsByField = new Map(Object.entries(columns).map(([column, { field }]) => [field, column]))
  // The ids are not known yet. Any valid id passes.
  const fields = { ...emptyFields, ...texts, [pictureField]: 'any' }
  return validateEntryFields({ id: 'any', type, fields })
    .map((problem) => ({ problem, field: /^\w+/.exec(problem)?.[0] ?? '' }))
    .filter(({ field }) => !missingFields.has(field))
    .map(({ problem, field }) => problem.replace(field, columnsByField.get(field) ?? field))
}
