import type { FieldValues } from '#cms/photo-desk/space/library.ts'
import { validatePictureTexts } from '#cms/pictures/picture-texts.ts'
import type { PictureType } from '#cms/pictures/picture-type.ts'

/**
 * Returns what is wrong with the texts of a picture: sentences by field. A missing required text is a problem too.
 */
export function findTextProblems(pictureType: PictureType, values: FieldValues): ReadonlyMap<string, string> {
  const messages = validatePictureTexts(pictureType, values)
  const problems = new Map<string, string>()
  for (const [column, { field, isRequired }] of Object.entries(pictureType.columns)) {
    const message = messages.find((text) => text.startsWith(`${column} `))
    if (message) problems.set(field, capitalize(message.slice(column.length + 1)))
    else if (isRequired && !values[field]) problems.set(field, 'Missing')
  }
  return problems
}

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
