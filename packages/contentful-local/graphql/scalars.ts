import { GraphQLError, GraphQLScalarType } from 'graphql'

/** A date and time of Contentful. */
export const DateTime = createScalar(
  'DateTime',
  'A moment, ISO 8601, UTC.',
  (value) => typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value) && !Number.isNaN(Date.parse(value)),
  'DateTime must have the form 2025-01-31T12:00:00.000Z',
)

/** Contentful's scalar types. */
export const SCALARS: readonly GraphQLScalarType[] = [
  DateTime,
  new GraphQLScalarType({ name: 'JSON', description: 'Any JSON.' }),
  createWholeNumberType('Dimension', 4_000),
  createWholeNumberType('Quality', 100),
  createScalar(
    'HexColor',
    'A color: `rgb:ffffff`.',
    (value) => typeof value === 'string' && /^rgb:[0-9a-f]{6}$/i.test(value),
    'HexColor must have the form rgb:ffffff',
  ),
]

function createWholeNumberType(name: string, max: number) {
  const isValid = (value: unknown) => Number.isInteger(value) && Number(value) >= 1 && Number(value) <= max
  const range = `whole number from 1 to ${max}`
  return createScalar(name, `A ${range}.`, isValid, `${name} must be a ${range}`)
}

/** Creates a type whose values stay as they are. Invalid arguments are refused with the message. */
function createScalar(name: string, description: string, isValid: (value: unknown) => boolean, message: string) {
  const parseValue = (value: unknown) => {
    if (!isValid(value)) throw new GraphQLError(message)
    return value
  }
  return new GraphQLScalarType({ name, description, parseValue })
}
