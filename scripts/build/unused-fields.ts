import { globSync, readFileSync } from 'node:fs'
import type { ContentType } from '#cms/model/field-definitions.ts'
import { model } from '#cms/model/model.gen.ts'

/** Returns one line for each field of the model that no file of src names, so that its content is never shown. */
export function findUnusedFields(
  types: readonly ContentType[] = Object.values(model),
  sources = 'src/**/!(*.test|*.gen|graphql|gql).{ts,tsx}',
): readonly string[] {
  const words = new Set(readFiles(sources).flatMap(({ text }) => text.match(/\w+/g) ?? []))
  const modelFiles = readFiles('cms/model/*.ts')
  return types.flatMap(({ id, fields }) => {
    const { file, text } = modelFiles.find(({ text }) => text.includes(`export const ${id} =`)) ?? {
      file: id,
      text: '',
    }
    const unused = Object.keys(fields).filter((name) => !fields[name]?.isEditorOnly && !words.has(name))
    return unused.map((name) => {
      const line = text.split('\n').findIndex((line) => line.trimStart().startsWith(`${name}:`)) + 1
      return `${file}:${line}: field "${name}" is not used: no file of src reads it`
    })
  })
}

const readFiles = (pattern: string) => globSync(pattern).map((file) => ({ file, text: readFileSync(file, 'utf8') }))
