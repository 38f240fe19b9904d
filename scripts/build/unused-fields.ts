import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { getTokenAtPosition } from 'typescript/unstable/ast'
import { API, type Diagnostic, type Project } from 'typescript/unstable/async'
import type { ContentType } from '#cms/model/field-definitions.ts'
import { model } from '#cms/model/model.gen.ts'
import { printEntrySchemas } from '#cms/model/print-entry-schemas.ts'
import { ENTRY_SCHEMAS_FILE, GENERATED_CODE_FOLDER } from './update-generated-file.ts'

const SCHEMAS = resolve(ENTRY_SCHEMAS_FILE)
const PROJECT = resolve('scripts/dev/tsconfig.site.json')

interface ModelField {
  readonly type: string
  readonly name: string
}

/**
 * Returns one line for each field of the model that the site does not use. TypeScript knows which ones it uses: code refers to
 * the field of this content type or, where it passes on whole entries or computes names, does not compile without the field.
 */
export async function findUnusedFields(
  types: readonly ContentType[] = Object.values(model),
): Promise<readonly string[]> {
  let schemas = printEntrySchemas(types)
  const readFile = (file: string) => (file === SCHEMAS ? schemas : undefined)
  await using api = Object.assign(new API({ fs: { readFile } }), { [Symbol.asyncDispose]: () => api.close() })
  const compile = async (): Promise<Project> => {
    const changes = { fileChanges: { changed: [SCHEMAS] }, openProjects: [PROJECT] }
    const project = (await api.updateSnapshot(changes)).getProject(PROJECT)
    if (!project) throw new Error(`TypeScript does not open ${PROJECT}`)
    return project
  }

  let unused = await findFieldsWithoutReference(listFields(types), schemas, await compile())
  for (let used = unused; unused.length > 0 && used.length > 0; ) {
    schemas = printEntrySchemas(types.map((type) => omitFields(type, unused)))
    const missing = findNames(await (await compile()).program.getSemanticDiagnostics())
    used = unused.filter(({ name }) => missing.has(name) || missing.has(`${name}Collection`))
    unused = unused.filter((field) => !used.includes(field))
  }
  return unused.map((field) => `${findPlace(field)}: the field ${field.name} is not used: no page reads it`)
}

/** Lists the fields that the site queries, in the order of the printed schemas. */
const listFields = (types: readonly ContentType[]): readonly ModelField[] =>
  types.flatMap(({ id, fields }) =>
    Object.entries(fields).flatMap(([name, { isEditorOnly }]) => (isEditorOnly ? [] : { type: id, name })),
  )

/** Returns the fields that only generated code refers to. */
async function findFieldsWithoutReference(
  fields: readonly ModelField[],
  schemas: string,
  { program, checker }: Project,
): Promise<readonly ModelField[]> {
  const file = await program.getSourceFile(SCHEMAS)
  if (!file) throw new Error(`TypeScript does not read ${SCHEMAS}`)
  const positions = [...schemas.matchAll(/^ {2}(?=\w+: )/gm)].map(({ index }) => index + 2)
  const references = await Promise.all(
    positions.map((position) => checker.getReferencedSymbolsForNode(getTokenAtPosition(file, position), position)),
  )
  return fields.filter((_, index) =>
    (references[index] ?? []).every((symbol) =>
      symbol.references.every(({ path }) => path.includes(GENERATED_CODE_FOLDER)),
    ),
  )
}

const omitFields = (type: ContentType, omitted: readonly ModelField[]): ContentType => ({
  ...type,
  fields: Object.fromEntries(
    Object.entries(type.fields).filter(([id]) => !omitted.some((field) => field.type === type.id && field.name === id)),
  ),
})

/**
 * Returns the names that errors miss: what they quote first, as in `Property 'title' does not exist on type '{ … }'`, and
 * `missing the following properties from type '{ … }': title, text`.
 */
function findNames(errors: readonly Diagnostic[]): ReadonlySet<string> {
  const names = errors.flatMap(({ text, messageChain = [] }) => {
    let [before, message] = ['', text]
    while (before !== message) [before, message] = [message, message.replace(/\{[^{}]*\}/g, '')]
    const [quoted = ''] = /'[^']*'/.exec(message) ?? []
    const [, list = ''] = /following properties from type '[^']*': (.*)/.exec(message) ?? []
    return [...(`${quoted} ${list}`.match(/\w+/g) ?? []), ...findNames(messageChain)]
  })
  return new Set(names)
}

/** Returns the file and the line of a field. */
function findPlace({ type, name }: ModelField): string {
  const files = globSync('cms/model/*.ts').map((file) => ({ file, text: readFileSync(file, 'utf8') }))
  const { file, text = '' } = files.find((each) => each.text.includes(`export const ${type} =`)) ?? {}
  const definition = new RegExp(`^ *${name}: \\w+\\(`) // not the property `title` of the content type
  return `${file}:${text.split('\n').findIndex((line) => definition.test(line)) + 1}`
}
