import { globSync, readFileSync } from 'node:fs'
import type { ContentType } from '#cms/model/field-definitions.ts'
import { model } from '#cms/model/model.gen.ts'

/** Returns one line for each field of the model that no code names, so that its content is never shown. */
export function findUnusedFields(
  types: readonly ContentType[] = Object.values(model),
  sources = '{src,server/rendering,shared}/**/*.{ts,tsx}',
): readonly string[] {
  const exclude = ['src/content/generated/**', '**/*.test.*'] // generated code names every field
  const code = globSync(sources, { exclude }).map((file) => readFileSync(file, 'utf8'))
  const words = new Set(code.flatMap((text) => text.match(/\w+/g) ?? []))
  return types.flatMap(({ id, fields }) =>
    Object.keys(fields)
      .filter((name) => !fields[name]?.isEditorOnly && !words.has(name))
      .map((name) => `${findPlace(id, name)}: the field ${name} is not used: no page reads it`),
  )
}

/** Returns the file and the line of a field. */
function findPlace(type: string, field: string): string {
  const files = globSync('cms/model/*.ts').map((file) => ({ file, text: readFileSync(file, 'utf8') }))
  const { file, text = '' } = files.find((each) => each.text.includes(`export const ${type} =`)) ?? {}
  return `${file}:${text.split('\n').findIndex((line) => line.trimStart().startsWith(`${field}:`)) + 1}`
}
