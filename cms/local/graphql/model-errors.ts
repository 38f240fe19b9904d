import { type GraphQLError, parse } from 'graphql'
import type { CompiledContentType } from '#local/engine/compile-content-type.ts'
import { findUnsupportedType } from '#local/engine/field-values.ts'
import { getOutputFieldName } from './entry-types.ts'
import { type GraphqlErrorCode, ModelError, type ModelPart } from './graphql-errors.ts'
import { getFieldName, getGraphqlTypeName, getRootFieldName, RESERVED_TYPE_NAMES } from './schema-names.ts'
import type { TypeDefinitions } from './type-definitions.ts'

/** Names of the GraphQL fields that every entry type has. */
const COMMON_FIELD_NAMES = ['sys', '_id', 'contentfulMetadata', 'linkedFrom']

/** Finds the fields of a content type that its GraphQL type cannot have. */
export function findFieldErrors({ id, deliveredFields }: CompiledContentType): readonly ModelError[] {
  const unsupported: ModelError[] = []
  const names: NamedPart[] = []
  for (const field of deliveredFields) {
    const owner = { contentType: id, field: field.id }
    const feature = findUnsupportedType(field)
    const message = `The local Contentful does not support ${feature}: field "${field.id}" of content type "${id}"`
    if (feature) unsupported.push(new ModelError('UNSUPPORTED_LOCALLY', message, [owner]))
    else names.push({ name: getOutputFieldName(field), owner })
  }
  const collisions = findCollisions([...names, ...COMMON_FIELD_NAMES.map((name) => ({ name }))], {
    code: 'COLLIDING_FIELD_NAMES',
    subject: `The fields of "${id}"`,
    existing: 'a field of every entry',
    printOwner: ({ field }) => field ?? '',
  })
  return [...unsupported, ...collisions]
}

/**
 * Finds parts of the content model whose types would have the same name, or that of a type of the API. If a type of a
 * content type and one of a field collide, the schema can keep the content type.
 */
export function findTypeCollisions(definitions: readonly TypeDefinitions[]): readonly ModelError[] {
  const reserved = [...RESERVED_TYPE_NAMES].map((name) => ({ name }))
  return findCollisions([...definitions.flatMap(listNames), ...reserved], {
    code: 'COLLIDING_TYPE_NAMES',
    subject: 'The content types',
    existing: 'a type of the API',
    printOwner: ({ contentType, field }) => (field === undefined ? contentType : `${contentType}.${field}`),
  })
}

/** A name in the schema. Without an owner it is one that every schema has. */
interface NamedPart {
  readonly name: string
  readonly owner?: ModelPart | undefined
  /** Whether other owners may have it too. */
  readonly isShared?: boolean
}

/** How the errors of a kind of names are printed. */
interface CollisionTexts {
  readonly code: GraphqlErrorCode
  readonly subject: string
  /** What has the name already, if it is one that every schema has. */
  readonly existing: string
  readonly printOwner: (part: ModelPart) => string
}

function findCollisions(
  names: readonly NamedPart[],
  { code, subject, existing, printOwner }: CollisionTexts,
): readonly ModelError[] {
  const errors = new Map<string, ModelError>()
  for (const [name, group] of Map.groupBy(names, (named) => named.name)) {
    const owners = new Map(group.flatMap(({ owner }) => (owner ? [[printOwner(owner), owner]] : [])))
    const isReserved = group.some(({ owner }) => !owner)
    if (owners.size === 0 || (!isReserved && (owners.size === 1 || group.every(({ isShared }) => isShared)))) continue
    const fields = [...owners.values()].filter(({ field }) => field !== undefined)
    const parts = fields.length > 0 ? fields : [...owners.values()]
    const quoted = [...owners.keys()].map((id) => `"${id}"`).join(' and ')
    const verb = owners.size === 1 ? 'becomes' : 'become'
    const message = `${subject}: ${quoted} ${verb} "${name}"${isReserved ? `, which is ${existing}` : ''}`
    const key = parts.map(printOwner).join(' ')
    if (!errors.has(key)) errors.set(key, new ModelError(code, message, parts))
  }
  return [...errors.values()]
}

function listNames({ owner, sdl, inputTypes = [], sharedFilter }: TypeDefinitions): readonly NamedPart[] {
  const types = sdl.trim() ? parse(sdl, { noLocation: true }).definitions : []
  const names = types.flatMap((definition) => ('name' in definition ? (definition.name?.value ?? []) : []))
  return [
    ...[...names, ...inputTypes.map((type) => type.name)].map((name) => ({ name, owner })),
    ...(sharedFilter ? [{ name: sharedFilter, owner, isShared: true }] : []),
  ]
}

/** Finds the model error that explains an error of the validation of a query: it selects what the schema leaves out. */
export const findCause = ({ message }: GraphQLError, modelErrors: readonly ModelError[]): ModelError | undefined =>
  modelErrors.find(({ omitted }) => omitted.some((part) => isNamed(part, message)))

function isNamed({ contentType, field }: ModelPart, message: string): boolean {
  const includesName = (name: string) => [name, `${name}Collection`].some((each) => message.includes(`"${each}"`))
  const type = getGraphqlTypeName(contentType)
  if (field === undefined) return [type, getRootFieldName(contentType)].some(includesName)
  return message.includes(`"${type}"`) && includesName(getFieldName(field))
}
