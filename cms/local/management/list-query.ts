import { RestError } from '#cms/local/rest-error.ts'
import type { Selection } from '#cms/local/store/resources.ts'

const MAX_LIMIT = 1_000

/** `skip`, `limit` and `sys.id[in]`, and what else a list knows by name. Any other parameter is refused by name. */
export function listQuery(query: unknown, known: readonly 'content_type'[] = []): Selection {
  const given = new Map(Object.entries(query ?? {}))
  const taken = (name: string): string | undefined => {
    const value: unknown = given.get(name)
    given.delete(name)
    if (value === undefined || typeof value === 'string') return value
    throw new RestError('InvalidQuery', `The query parameter "${name}" was given more than once`)
  }
  const ids = taken('sys.id[in]')
  const selection = {
    skip: number('skip', taken('skip'), 0, Number.MAX_SAFE_INTEGER),
    limit: number('limit', taken('limit'), 100, MAX_LIMIT),
    ids: ids?.split(','),
    contentType: known.includes('content_type') ? taken('content_type') : undefined,
  }
  const [unknown] = given.keys()
  if (unknown !== undefined) {
    throw new RestError('InvalidQuery', `The local Contentful does not know the query parameter "${unknown}" here`)
  }
  return selection
}

function number(name: string, value: string | undefined, fallback: number, max: number): number {
  if (value === undefined) return fallback
  const found = Number(value)
  if (value !== '' && Number.isInteger(found) && found >= 0 && found <= max) return found
  throw new RestError(
    'InvalidQuery',
    `The query parameter "${name}" must be a whole number from 0 to ${max}, not "${value}"`,
  )
}

/** The list as it is answered. */
export const listBody = <Item>(
  { total, items }: { readonly total: number; readonly items: readonly Item[] },
  { skip, limit }: Selection,
) => ({ sys: { type: 'Array' }, total, skip, limit, items })
