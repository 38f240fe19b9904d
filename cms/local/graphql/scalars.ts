import { GraphQLError, GraphQLScalarType, Kind, type ValueNode } from 'graphql'

/** Contentful's scalar types. */
export const DateTime = new GraphQLScalarType({
  name: 'DateTime',
  description: 'A moment, ISO 8601, UTC.',
  parseValue: parseDateTime,
  parseLiteral: (node) => parseDateTime(getText(node)),
})

/** All scalars. */
export const SCALARS: readonly GraphQLScalarType[] = [
  DateTime,
  new GraphQLScalarType({ name: 'JSON', description: 'Any JSON.' }),
  createWholeNumberType('Dimension', 4_000),
  createWholeNumberType('Quality', 100),
  new GraphQLScalarType({
    name: 'HexColor',
    description: 'A color: `rgb:ffffff`.',
    parseValue: parseHexColor,
    parseLiteral: (node) => parseHexColor(getText(node)),
  }),
]

function createWholeNumberType(name: string, max: number): GraphQLScalarType {
  const parse = (value: unknown) => {
    if (typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= max) return value
    throw new GraphQLError(`${name} must be a whole number from 1 to ${max}`)
  }
  return new GraphQLScalarType({
    name,
    description: `A whole number from 1 to ${max}.`,
    parseValue: parse,
    parseLiteral: (node) => parse(node.kind === Kind.INT ? Number(node.value) : undefined),
  })
}

const getText = (node: ValueNode) => (node.kind === Kind.STRING ? node.value : undefined)

function parseHexColor(value: unknown): string {
  if (typeof value === 'string' && /^rgb:[0-9a-f]{6}$/i.test(value)) return value
  throw new GraphQLError('HexColor must have the form rgb:ffffff')
}

function parseDateTime(value: unknown): string {
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value) && !Number.isNaN(Date.parse(value))) return value
  throw new GraphQLError('DateTime must have the form 2025-01-31T12:00:00.000Z')
}
