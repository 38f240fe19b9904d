import { getFieldName } from 'contentful-local/schema'
import { type ContentType, type Field, getEntryName } from '#cms/model/field-definitions.ts'
import { model } from '#cms/model/model.gen.ts'

/**
 * Prints a module with a definition of the entries of each content type: its name, and the schemas of the fields that its
 * query returns. Link targets come first.
 */
export const printEntrySchemas = (types: readonly ContentType[] = Object.values(model)): string =>
  [
    '// Generated from cms/model by: npm run types',
    "import * as z from 'zod/mini'",
    "import { defineEntry, fieldSchemas } from '../field-schemas.ts'",
    ...types.map(printDefinition),
    '',
  ].join('\n')

const printDefinition = (type: ContentType): string =>
  [
    '',
    `export const ${getEntryName(type.id)} = defineEntry(${JSON.stringify(type.name)}, {`,
    ...Object.entries(type.fields)
      .filter(([, field]) => !field.isEditorOnly)
      .map(([id, field]) => `  ${getResponseName(id, field)}: ${printSchema(field, id === type.title)},`),
    '})',
  ].join('\n')

/** GraphQL returns a list of links as a collection. */
const getResponseName = (id: string, { kind }: Field) =>
  kind === 'linkList' ? `${getFieldName(id)}Collection` : getFieldName(id)

function printSchema({ kind, type, required, schemaArguments = '' }: Field, isTitle: boolean): string {
  // A picture is shown without a valid alternative text, but not a photo that is known by it: its button has no other name.
  const name = kind === 'altText' && isTitle ? 'line' : kind
  const schema = `fieldSchemas.${name}(${schemaArguments})`
  const isOptional = !required && type !== 'Array' // a list without a value is empty
  return isOptional ? `z.nullish(${schema})` : schema
}
