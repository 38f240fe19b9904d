import { RestError } from '#cms/local/http/rest-error.ts'

/** The parameters of one request, each taken by whoever knows it. */
export interface QueryParameters {
  readonly take: (name: string) => string | undefined
  /** Takes all that nobody has taken. */
  readonly takeRest: () => readonly (readonly [name: string, value: string])[]
  /** Throws where something is left. */
  readonly expectEmpty: () => void
}

/** Throws where a parameter was given twice: which of the two is meant, nobody knows. */
export function parseQueryParameters(query: unknown): QueryParameters {
  const given = new Map(Object.entries(query ?? {}).map(([name, value]) => [name, single(name, value)]))
  return {
    take: (name) => {
      const value = given.get(name)
      given.delete(name)
      return value
    },
    takeRest: () => {
      const left = [...given]
      given.clear()
      return left
    },
    expectEmpty: () => {
      const [name] = given.keys()
      if (name !== undefined) throw createUnknownParameterError(name)
    },
  }
}

function single(name: string, value: unknown): string {
  if (typeof value === 'string') return value
  throw createInvalidParameterError(name, 'was given more than once')
}

/** A whole number from `min` to `max`. */
export function parseInteger(
  name: string,
  value: string | undefined,
  { fallback, min, max }: { readonly fallback: number; readonly min: number; readonly max: number },
): number {
  if (value === undefined) return fallback
  if (/^\d+$/.test(value) && Number(value) >= min && Number(value) <= max) return Number(value)
  throw createInvalidParameterError(name, `must be a whole number from ${min} to ${max}, not "${value}"`)
}

export const createInvalidParameterError = (name: string, fault: string, details?: unknown) =>
  new RestError('InvalidQuery', `The query parameter "${name}" ${fault}`, details)

export const createUnknownParameterError = (name: string) =>
  new RestError('InvalidQuery', `The local Contentful does not know the query parameter "${name}" here`)

/** A resource read in one locale, with `sys`, `fields` and `metadata`: what filters and orders apply to. */
export type QueryableItem = object

/** The values at a path. A list on the way contributes the values of each of its items. */
export function getValuesAt(value: unknown, path: readonly string[]): readonly unknown[] {
  if (value === undefined || value === null) return []
  if (Array.isArray(value)) return value.flatMap((item) => getValuesAt(item, path))
  const [step, ...rest] = path
  if (step === undefined) return [value]
  if (typeof value !== 'object' || !Object.hasOwn(value, step)) return []
  const next: unknown = Reflect.get(value, step)
  return getValuesAt(next, rest)
}
