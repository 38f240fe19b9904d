import { GraphQLError, GraphQLScalarType } from 'graphql'

/** A date and time of Contentful. Arguments stay as they are. */
export const DateTime = new GraphQLScalarType({
  name: 'DateTime',
  description: 'A moment, ISO 8601.',
  parseValue: (value) => {
    const isDate = typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value) && !Number.isNaN(Date.parse(value))
    if (!isDate) throw new GraphQLError('DateTime must have the form 2025-01-31T12:00:00.000Z')
    return value
  },
  serialize: toFullTime,
})

/**
 * Completes a date, or a date and time, as Contentful's GraphQL API returns it: with milliseconds, and in UTC without a time
 * zone (docs/contentful.md, Types).
 */
function toFullTime(value: unknown): unknown {
  const pattern = /^([\d-]{10})(?:T(\d\d:\d\d)(?::(\d\d)(?:\.(\d+))?)?)?(Z|[+-]\d\d:\d\d)?$/
  const [, date, time = '00:00', seconds = '00', fraction = '', zone = 'Z'] = pattern.exec(String(value)) ?? []
  return date ? `${date}T${time}:${seconds}.${fraction.padEnd(3, '0').slice(0, 3)}${zone}` : value
}

/** Contentful's scalar types. */
export const SCALARS: readonly GraphQLScalarType[] = [
  DateTime,
  new GraphQLScalarType({ name: 'JSON', description: 'Any JSON.' }),
]
