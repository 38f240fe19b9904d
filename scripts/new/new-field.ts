import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { getGraphqlTypeName } from 'contentful-local/schema'
import { assertModelFilesAreCurrent, readModelExports } from '#scripts/build/model-files.ts'
import { UserError } from '#shared/user-error.ts'
import { applyChanges } from './apply-changes.ts'
import { addImports, addToObject, findObjectEnd } from './edit-source.ts'

/** What editors enter in a field: its code in the model and in src/content, without `optionalField` and `z.nullish`. */
export const FIELD_KINDS = {
  line: { field: 'lineField({ max: 120, help: HELP })', schema: 'textSchema' },
  text: { field: 'paragraphsField({ max: 1_200, help: HELP })', schema: 'paragraphsSchema' },
  number: { field: 'numberField({ min: 0, max: 1_000, help: HELP })', schema: 'z.number()' },
  boolean: { field: 'booleanField({ help: HELP })', schema: 'z.boolean()' },
  image: { field: 'imageField({ help: HELP })', schema: 'imageSchema' },
} as const

export type FieldKind = keyof typeof FIELD_KINDS

const HELP = "'To be replaced: say to editors what belongs here.'"
const ALT_TEXT_HELP = "'What the picture shows, for visitors who cannot see it. No “picture of”.'"

const CONTENT_FOLDER = 'src/content'
/** Contentful's limit (docs/contentful.md, Limits), without the field for fingerprints. */
const MAX_FIELDS = 49

interface NewField {
  readonly name: string
  readonly field: string
  readonly schema: string
}

/**
 * Adds an optional field to a content type and to its definition in src/content, and regenerates the others. Returns what
 * to print. Throws `UserError`.
 */
export async function newField(type: string, name: string, kind: FieldKind): Promise<string> {
  if (!/^[a-z][A-Za-z0-9]{0,49}$/.test(name))
    throw new UserError(`"${name}" is not a name of a field: write at most 50 of a–z, A–Z and 0–9, as in introTitle`)
  await assertModelFilesAreCurrent()
  const types = await readModelExports()
  const found = types.find(({ id }) => id === type)
  if (!found) throw new UserError(`There is no content type "${type}": use ${types.map(({ id }) => id).join(', ')}`)
  const modelFile = `cms/model/${found.file}`
  const fields = createFields(name, kind)
  const definition = await findDefinition(type)
  const modelText = addToModel(await readFile(modelFile, 'utf8'), { type, file: modelFile, fields })
  const changes = new Map([[modelFile, modelText]])
  if (definition) changes.set(definition.file, addToDefinition(definition, fields))
  const generated = await applyChanges(changes)
  return formatResult({ type, fields, files: [...changes.keys()], generated, definition, modelFile })
}

/** A picture has a field for its alternative text. */
function createFields(name: string, kind: FieldKind): readonly NewField[] {
  const { field, schema } = FIELD_KINDS[kind]
  const fields = [{ name, field: field.replace('HELP', HELP), schema }]
  if (kind !== 'image') return fields
  return [...fields, { name: `${name}Alt`, field: `altTextField({ help: ${ALT_TEXT_HELP} })`, schema: 'textSchema' }]
}

interface ModelChange {
  readonly type: string
  readonly file: string
  readonly fields: readonly NewField[]
}

function addToModel(text: string, { type, file, fields }: ModelChange): string {
  const start = text.indexOf('  fields: {', text.indexOf(`  id: '${type}',`))
  if (start < 0) throw new UserError(`${file} does not define its fields as "fields: {": add the field by hand`)
  const end = findObjectEnd(text, start)
  const existing = [...text.slice(start, end).matchAll(/^ {4}(\w+):/gm)].map(([, id]) => id)
  const repeated = fields.find(({ name }) => existing.includes(name))
  if (repeated) throw new UserError(`${type} has a field ${repeated.name} already: choose another name`)
  if (existing.length + fields.length > MAX_FIELDS)
    throw new UserError(`${type} has ${existing.length} fields, and Contentful allows ${MAX_FIELDS}: remove one first`)
  const lines = fields.map(({ name, field }) => `${name}: optionalField(${field}),`)
  const functions = fields.map(({ field }) => field.slice(0, field.indexOf('(')))
  return addImports(addToObject(text, start, lines), './field-definitions.ts', ['optionalField', ...functions])
}

interface Definition {
  readonly file: string
  readonly text: string
  /** Where the definition starts. */
  readonly index: number
}

/** Finds the definition of a content type in src/content: `defineEntry<FactFragment>()(…)`. */
async function findDefinition(type: string): Promise<Definition | undefined> {
  const names = (await readdir(CONTENT_FOLDER)).filter((name) => /(?<!\.test)\.ts$/.test(name)).toSorted()
  for (const name of names) {
    const file = join(CONTENT_FOLDER, name)
    const text = await readFile(file, 'utf8')
    const [match] = text.matchAll(
      new RegExp(`^[^*\n]*\\bdefineEntry\\w*<${getGraphqlTypeName(type)}Fragment>\\(\\)\\(`, 'gm'),
    )
    if (match) return { file, text, index: match.index + match[0].length }
  }
  return undefined
}

function addToDefinition({ text, index }: Definition, fields: readonly NewField[]): string {
  const lines = fields.map(({ name, schema }) => `${name}: z.nullish(${schema}),`)
  const changed = addToObject(text, index, lines).replace(
    "import type * as z from 'zod/mini'",
    "import * as z from 'zod/mini'",
  )
  const withZod = changed.includes("import * as z from 'zod/mini'")
    ? changed
    : `import * as z from 'zod/mini'\n${changed}`
  return fields.reduce((result, { schema }) => {
    const module = SCHEMA_MODULES[schema]
    return module ? addImports(result, module, [schema]) : result
  }, withZod)
}

/** The module of a schema in src/content; the others are of zod. */
const SCHEMA_MODULES: Readonly<Record<string, string>> = {
  textSchema: './entry-schemas.ts',
  paragraphsSchema: './entry-schemas.ts',
  imageSchema: './pictures.ts',
}

interface Result {
  readonly type: string
  readonly fields: readonly NewField[]
  readonly files: readonly string[]
  readonly generated: readonly string[]
  readonly definition: Definition | undefined
  readonly modelFile: string
}

async function formatResult({ type, fields, files, generated, definition, modelFile }: Result): Promise<string> {
  const { getSeedEntriesFile } = await import('#cms/seed/seed-files.ts') // imports the model
  const names = fields.map(({ name }) => name).join(' and ')
  const schemas = fields.map(({ name, schema }) => `${name}: z.nullish(${schema})`).join(', ')
  const steps = [
    `${modelFile}: replace the help text of ${names}, and adapt its limits. Remove optionalField if each entry needs a value.`,
    definition
      ? `${definition.file}: if the mapping below the definition names the fields, add ${names}.`
      : `src/content: no definition of ${type} was found; add ${schemas} where it is validated.`,
    `src/pages, src/layout or src/components: show ${names} where the content of ${definition?.file ?? type} is shown. It may be empty.`,
    `${getSeedEntriesFile(type)}: give ${names} a value in the entries of ${type}.`,
    'npm run check, and npm test at the end. npm run cms -- plan shows what is new in the space.',
  ]
  return `${type} has the field ${names}. Written:
${[...files, ...generated].map((file) => `  ${file}`).join('\n')}

Next:
${steps.map((step, index) => `  ${index + 1}. ${step}`).join('\n')}`
}
