import { type GraphQLError, parse } from 'graphql'
import type { CompiledContentType } from '#local/engine/compile-content-type.ts'
import { findUnsupportedType } from '#local/engine/field-values.ts'
import { getOutputFieldName } from './entry-types.ts'
import { CollidingNamesError, type ModelError, type ModelPart, UnsupportedFieldError } from './graphql-errors.ts'
import { getFieldName, getGraphqlTypeName, getRootFieldName, RESERVED_TYPE_NAMES } from './schema-names.ts'
import type { TypeDefinitions } from './type-definitions.ts'

/** Names of the GraphQL fields that every entry type has. */
const COMMON_FIELD_NAMES = ['sys', '_id', 'contentfulMetadata', 'linkedFrom']

/** Finds the fields of a content type that its GraphQL type cannot have. */
export function findFieldErrors({ id, deliveredFields }: CompiledContentType): readonly ModelError[] {
  const unsupported: ModelError[] = []
  const fieldIdsByName = new Map<string, string[]>()
  for (const field of deliveredFields) {
    const feature = findUnsupportedType(field)
    if (feature) unsupported.push(new UnsupportedFieldError(id, field.id, feature))
    else {
      const name = getOutputFieldName(field)
      fieldIdsByName.set(name, [...(fieldIdsByName.get(name) ?? []), field.id])
    }
  }
  const colliding = [...fieldIdsByName].flatMap(([name, ids]) => {
    const isCommon = COMMON_FIELD_NAMES.includes(name)
    if (ids.length === 1 && !isCommon) return []
    const parts = ids.map((field) => ({ contentType: id, field }))
    const message = `The fields of "${id}": ${describeCollision(ids, name, isCommon && 'a field of every entry')}`
    return [new CollidingNamesError('FIELD', message, parts)]
  })
  return [...unsupported, ...colliding]
}

/**
 * Finds parts of the content model whose types would have the same name, or that of a type of the API. If a type of a
 * content type and one of a field collide, the schema can keep the content type.
 */
export function findTypeCollisions(definitions: readonly TypeDefinitions[]): readonly CollidingNamesError[] {
  const errors = new Map<string, CollidingNamesError>()
  for (const [name, group] of Map.groupBy(definitions.flatMap(listNames), (named) => named.name)) {
    const owners = new Map(group.flatMap(({ owner }) => (owner ? [[printPart(owner), owner]] : [])))
    const isReserved = RESERVED_TYPE_NAMES.has(name) || group.some(({ owner }) => !owner)
    const isShared = group.every((named) => named.isShared)
    if (owners.size === 0 || (!isReserved && (owners.size === 1 || isShared))) continue
    const fields = [...owners.values()].filter(({ field }) => field !== undefined)
    const parts = fields.length > 0 ? fields : [...owners.values()]
    const description = describeCollision([...owners.keys()], name, isReserved && 'a type of the API')
    const key = parts.map(printPart).join(' ')
    if (!errors.has(key)) errors.set(key, new CollidingNamesError('TYPE', `The content types: ${description}`, parts))
  }
  return [...errors.values()]
}

function listNames({ owner, sdl, inputTypes = [], sharedFilter }: TypeDefinitions) {
  const types = sdl.trim() ? parse(sdl, { noLocation: true }).definitions : []
  const names = types.flatMap((definition) => ('name' in definition ? (definition.name?.value ?? []) : []))
  return [
    ...[...names, ...inputTypes.map((type) => type.name)].map((name) => ({ name, owner, isShared: false })),
    ...(sharedFilter ? [{ name: sharedFilter, owner, isShared: true }] : []),
  ]
}

const printPart = ({ contentType, field }: ModelPart) => (field === undefined ? contentType : `${contentType}.${field}`)

/** `existing`: what has the name already. */
function describeCollision(ids: readonly string[], name: string, existing: string | false): string {
  const quoted = ids.map((id) => `"${id}"`).join(' and ')
  return `${quoted} ${ids.length === 1 ? 'becomes' : 'become'} "${name}"${existing ? `, which is ${existing}` : ''}`
}

/** Finds the model error that explains an error of the validation of a query: it selects what the schema leaves out. */
export const findCause = ({ message }: GraphQLError, modelErrors: readonly ModelError[]): ModelError | undefined =>
  modelErrors.find(({ omitted }) => omitted.some((part) => isNamed(part, message)))

function isNamed({ contentType, field }: ModelPart, message: string): boolean {
  const includesName = (name: string) => message.includes(`"${name}"`)
  const type = getGraphqlTypeName(contentType)
  if (field !== undefined) {
    const name = getFieldName(field)
    return includesName(type) && [name, `${name}Collection`].some(includesName)
  }
  const root = getRootFieldName(contentType)
  return [type, `${type}Collection`, root, `${root}Collection`].some(includesName)
}
