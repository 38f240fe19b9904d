import { validateEntryFields } from '#cms/seed/validate-fields.ts'
import type { PictureTexts, PictureType } from './picture-type.ts'

/** What the model has against these texts, one line each, with the column in place of the field. What is missing is none of it. */
export function validatePictureTexts(kind: PictureType, texts: PictureTexts): readonly string[] {
  const { type, pictureField, columns } = kind
  const nothing = Object.fromEntries(Object.values(columns).map(({ field }) => [field, null]))
  const missing = new Set(getMissingColumns(kind, texts).map((column) => columns[column]?.field))
  const columnOf = new Map(Object.entries(columns).map(([column, { field }]) => [field, column]))
  // The id of the picture is not known yet, and any will do.
  const fields = { ...nothing, ...texts, [pictureField]: 'any' }
  return validateEntryFields({ id: 'any', type, fields })
    .map((problem) => ({ problem, field: /^\w+/.exec(problem)?.[0] ?? '' }))
    .filter(({ field }) => !missing.has(field))
    .map(({ problem, field }) => problem.replace(field, columnOf.get(field) ?? field))
}

/** The columns that still must be filled. */
export const getMissingColumns = ({ columns }: PictureType, texts: PictureTexts): readonly string[] =>
  Object.entries(columns)
    .filter(([, { field, isRequired }]) => isRequired && (texts[field] ?? null) === null)
    .map(([column]) => column)
