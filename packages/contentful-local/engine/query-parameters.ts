import { describeAlternative } from './alternatives.ts'
import { RestError } from './rest-error.ts'

/** The query parameters of a request. Each parser takes those that it handles. */
export type QueryParameters = ReturnType<typeof parseQueryParameters>

/**
 * Parses query parameters. Throws `InvalidQuery` if a parameter is repeated. `order` and `select` can also be sent key by
 * key, as `order[0]` and `order[1]`: the web app and contentful-merge do so.
 */
export function parseQueryParameters(query: unknown) {
  const remaining = new Map<string, string>()
  for (const [sentName, value] of Object.entries(query ?? {})) {
    if (typeof value !== 'string') throw createInvalidParameterError(sentName, 'was given more than once')
    const name = sentName.replace(/^(order|select)\[\d+\]$/, '$1')
    const previous = name === sentName ? undefined : remaining.get(name)
    remaining.set(name, previous === undefined ? value : `${previous},${value}`)
  }
  return {
    take: (name: string): string | undefined => {
      const value = remaining.get(name)
      remaining.delete(name)
      return value
    },
    /** The parameters that no parser has taken. */
    remaining,
    /** Throws `InvalidQuery` if a parameter remains. */
    expectEmpty: (): void => {
      const [name] = remaining.keys()
      if (name !== undefined) throw createUnknownParameterError(name, 'of a single resource')
    },
  }
}

/** Takes a whole number from 0 to `max`. Throws `InvalidQuery`. */
export function parseIntegerParameter({ take }: QueryParameters, name: string, fallback: number, max: number): number {
  const value = take(name) ?? `${fallback}`
  if (/^\d+$/.test(value) && Number(value) <= max) return Number(value)
  // Recorded without errors: contentful-management.java, error_wrong_type_for_limit.json.
  throw createInvalidParameterError(name, `must be a whole number from 0 to ${max}, not "${value}"`, { errors: [] })
}

/** Takes the parameter `include`: the number of levels of links to resolve. */
export const takeIncludeLevels = (parameters: QueryParameters): number =>
  parseIntegerParameter(parameters, 'include', 1, 10)

/** An `InvalidQuery` error. `problem` follows the parameter name in the message. */
export const createInvalidParameterError = (name: string, problem: string, details?: unknown) =>
  new RestError('InvalidQuery', `The query parameter "${name}" ${problem}`, details)

/** An `InvalidQuery` error for a parameter that the endpoint does not have. */
export const createUnknownParameterError = (name: string, place = 'here') =>
  new RestError(
    'InvalidQuery',
    `The local Contentful does not support the query parameter "${name}" ${place}${describeAlternative(name) || describeAlternative(place)}`,
    createUnknownPathDetails(name.replace(/\[.*/, '')),
  )

/** Recorded in contentful.rb (bad_request.yml) and contentful-management.java (error_unknown_path.json). */
export const createUnknownPathDetails = (path: string) => ({
  errors: [{ name: 'unknown', path: path.split('.'), details: `The path "${path}" is not recognized` }],
})
