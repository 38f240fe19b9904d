import { describeAlternative } from '#local/http/alternatives.ts'
import { RestError } from '#local/http/rest-error.ts'

/** The query parameters of a request. Each parser takes those that it handles. */
export interface QueryParameters {
  readonly take: (name: string) => string | undefined
  /** Takes all remaining parameters. */
  readonly takeRest: () => readonly (readonly [name: string, value: string])[]
  /** Throws `InvalidQuery` if a parameter remains. */
  readonly expectEmpty: () => void
}

/** Parses query parameters. Throws `InvalidQuery` if a parameter is repeated. */
export function parseQueryParameters(query: unknown): QueryParameters {
  const remaining = new Map<string, string>()
  for (const [name, value] of Object.entries(query ?? {})) {
    if (typeof value !== 'string') throw createInvalidParameterError(name, 'was given more than once')
    remaining.set(name, value)
  }
  return {
    take: (name) => {
      const value = remaining.get(name)
      remaining.delete(name)
      return value
    },
    takeRest: () => {
      const rest = [...remaining]
      remaining.clear()
      return rest
    },
    expectEmpty: () => {
      const [name] = remaining.keys()
      if (name !== undefined) throw createUnknownParameterError(name)
    },
  }
}

/** Parses a whole number from `min` to `max`. Throws `InvalidQuery`. */
export function parseInteger(
  name: string,
  value: string | undefined,
  { fallback, min, max }: { readonly fallback: number; readonly min: number; readonly max: number },
): number {
  if (value === undefined) return fallback
  if (/^\d+$/.test(value) && Number(value) >= min && Number(value) <= max) return Number(value)
  // Recorded without errors: contentful-management.java, error_wrong_type_for_limit.json.
  throw createInvalidParameterError(name, `must be a whole number from ${min} to ${max}, not "${value}"`, {
    errors: [],
  })
}

/** An `InvalidQuery` error. `problem` follows the parameter name in the message. */
export const createInvalidParameterError = (name: string, problem: string, details?: unknown) =>
  new RestError('InvalidQuery', `The query parameter "${name}" ${problem}`, details)

/** An `InvalidQuery` error for a parameter that the endpoint does not have. */
export const createUnknownParameterError = (name: string) =>
  new RestError(
    'InvalidQuery',
    `The local Contentful does not support the query parameter "${name}" here${describeAlternative(name)}`,
    createUnknownPathDetails(name.replace(/\[.*/, '')),
  )

/** Recorded in contentful.rb (bad_request.yml) and contentful-management.java (error_unknown_path.json). */
export const createUnknownPathDetails = (path: string) => ({
  errors: [{ name: 'unknown', path: path.split('.'), details: `The path "${path}" is not recognized` }],
})

/** The values at a path. A list on the way contributes the values of each of its items. */
export function getValuesAt(value: unknown, path: readonly string[]): readonly unknown[] {
  if (value === undefined || value === null) return []
  if (Array.isArray(value)) return value.flatMap((item) => getValuesAt(item, path))
  const [key, ...rest] = path
  if (key === undefined) return [value]
  if (typeof value !== 'object' || !Object.hasOwn(value, key)) return []
  return getValuesAt(Reflect.get(value, key), rest)
}
