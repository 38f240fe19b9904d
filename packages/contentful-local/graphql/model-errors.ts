import { type GraphQLError, parse } from 'graphql'
import type { CompiledContentType } from '#local/engine/compile-content-type.ts'
import { isSupportedType } from '#local/engine/field-values.ts'
import { describeUnsupported } from '#local/engine/rest-error.ts'
import { formatFieldType } from '#local/shared/content-type-definition.ts'
import { getOutputFieldName } from './entry-types.ts'
import { type GraphqlErrorCode, ModelError, type ModelPart } from './graphql-errors.ts'
import { getFieldName, getGraphqlTypeName, getRootFieldName, RESERVED_TYPE_NAMES } from './schema-names.ts'
import type { SchemaPart } from './schema-part.ts'

/** Names of the GraphQL fields that every entry type has. */
const COMMON_FIELD_NAMES = ['sys', '_id', 'contentfulMetadata', 'linkedFrom']

/** Finds the fields of a content type that its GraphQL type cannot have. */
export function findFieldErrors({ id: contentType, fields }: CompiledContentType): ModelError[] {
  const names: NamedPart[] = COMMON_FIELD_NAMES.map((name) => ({ name, label: 'a field of every entry' }))
  const unsupported = fields.flatMap((field) => {
    const owner = { contentType, field: field.id }
    const isSupported = isSupportedType(field)
    if (isSupported) names.push({ name: getOutputFieldName(field), owner, label: field.id })
    const type = `the field type ${formatFieldType(field)}: field "${field.id}" of content type "${contentType}"`
    return isSupported ? [] : new ModelError('UNSUPPORTED_LOCALLY', describeUnsupported(type), [owner])
  })
  return [...unsupported, ...findCollisions(names, 'COLLIDING_FIELD_NAMES', `The fields of "${contentType}"`)]
}

/**
 * Finds parts of the content model whose types would have the same name, or that of a type of the API. If a type of a
 * content type and one of a field collide, the schema can keep the content type.
 */
export const findTypeCollisions = (definitions: readonly SchemaPart[]): readonly ModelError[] =>
  findCollisions(
    [...definitions.flatMap(listTypeNames), ...[...RESERVED_TYPE_NAMES].map((name) => ({ name, label: API_TYPE }))],
    'COLLIDING_TYPE_NAMES',
    'The content types',
  )

const API_TYPE = 'a type of the API'

function listTypeNames({ owner, sdl = '', inputTypes = [], sharedFilter }: SchemaPart): readonly NamedPart[] {
  const types = sdl.trim() ? parse(sdl, { noLocation: true }).definitions : []
  const names = types.flatMap((definition) => ('name' in definition ? (definition.name?.value ?? []) : []))
  const part = { owner, label: owner ? [owner.contentType, owner.field ?? []].flat().join('.') : API_TYPE }
  return [
    ...[...names, ...inputTypes.map((type) => type.name)].map((name) => ({ ...part, name })),
    ...(sharedFilter ? [{ ...part, name: sharedFilter, isShared: true }] : []),
  ]
}

interface NamedPart {
  readonly name: string
  /** Absent if every schema has the name. */
  readonly owner?: ModelPart | undefined
  /** Describes the owner in errors. */
  readonly label: string
  /** Whether several owners may have the name. */
  readonly isShared?: boolean
}

function findCollisions(names: readonly NamedPart[], code: GraphqlErrorCode, subject: string): readonly ModelError[] {
  const errors = new Map<string, ModelError>()
  for (const [name, group] of Map.groupBy(names, (named) => named.name)) {
    const owners = new Map(group.flatMap(({ label, owner }) => (owner ? [[label, owner]] : [])))
    const existing = group.find(({ owner }) => !owner)
    if (owners.size === 0 || (!existing && (owners.size === 1 || group.every(({ isShared }) => isShared)))) continue
    const quoted = [...owners.keys()].map((label) => `"${label}"`).join(' and ')
    const reason = existing ? `, which is ${existing.label}` : ''
    const message = `${subject}: ${quoted} ${owners.size === 1 ? 'becomes' : 'become'} "${name}"${reason}`
    const fields = [...owners.values()].filter(({ field }) => field !== undefined)
    const omitted = fields.length > 0 ? fields : [...owners.values()]
    const key = JSON.stringify(omitted)
    if (!errors.has(key)) errors.set(key, new ModelError(code, message, omitted))
  }
  return [...errors.values()]
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
