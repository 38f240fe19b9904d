import { GraphQLError, GraphQLScalarType, Kind, type ValueNode } from 'graphql'

/** Contentful's scalars, with the descriptions' limits enforced. */
export const DateTime = new GraphQLScalarType({
  name: 'DateTime',
  description: 'A moment, ISO 8601, UTC.',
  parseValue: moment,
  parseLiteral: (node) => moment(textOf(node)),
})

/** The value of an Object field, as it was saved. */
export const JSONValue = new GraphQLScalarType({ name: 'JSON', description: 'Any JSON.' })

export const Dimension = wholeNumber('Dimension', 4_000)

export const Quality = wholeNumber('Quality', 100)

export const HexColor = new GraphQLScalarType({
  name: 'HexColor',
  description: 'A color: `rgb:ffffff`.',
  parseValue: hexColor,
  parseLiteral: (node) => hexColor(textOf(node)),
})

function wholeNumber(name: string, max: number): GraphQLScalarType {
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

const textOf = (node: ValueNode) => (node.kind === Kind.STRING ? node.value : undefined)

function hexColor(value: unknown): string {
  if (typeof value === 'string' && /^rgb:[0-9a-f]{6}$/i.test(value)) return value
  throw new GraphQLError('HexColor must have the form rgb:ffffff')
}

function moment(value: unknown): string {
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value) && !Number.isNaN(Date.parse(value))) return value
  throw new GraphQLError('DateTime must have the form 2025-01-31T12:00:00.000Z')
}
