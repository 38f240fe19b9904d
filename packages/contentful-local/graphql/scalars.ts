import { GraphQLError, GraphQLScalarType } from 'graphql'

/** A date and time of Contentful. */
export const DateTime = createScalar(
  'DateTime',
  'A moment, ISO 8601.',
  (value) => typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value) && !Number.isNaN(Date.parse(value)),
  'DateTime must have the form 2025-01-31T12:00:00.000Z',
  toFullTime,
)

/** Completes a date or time as Contentful returns it: milliseconds, and UTC without a time zone (docs/contentful.md, Types). */
function toFullTime(value: unknown): unknown {
  const pattern = /^([\d-]{10})(?:T(\d\d:\d\d)(?::(\d\d)(?:\.(\d+))?)?)?(Z|[+-]\d\d:\d\d)?$/
  const [, date, time = '00:00', seconds = '00', fraction = '', zone = 'Z'] = pattern.exec(String(value)) ?? []
  return date ? `${date}T${time}:${seconds}.${fraction.padEnd(3, '0').slice(0, 3)}${zone}` : value
}

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

/** Creates a type whose arguments stay as they are. Invalid ones are refused with the message. */
function createScalar(
  name: string,
  description: string,
  isValid: (value: unknown) => boolean,
  message: string,
  serialize = (value: unknown) => value,
) {
  const parseValue = (value: unknown) => {
    if (!isValid(value)) throw new GraphQLError(message)
    return value
  }
  return new GraphQLScalarType({ name, description, parseValue, serialize })
}
