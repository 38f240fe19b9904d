import { isLink } from '#cms/links.ts'

/** characters of a value on one line of a report */
const LONGEST = 60

/** The value of a field on one line, for people. Control characters are escaped: a terminal obeys none of it. */
export function formatValue(value: unknown): string {
  if (value === undefined || value === null) return 'nothing'
  if (Array.isArray(value)) return cut(`[${value.map(shownItem).join(', ')}]`, ` (${value.length} in all)`)
  return shownItem(value)
}

/** As many of them as a line holds. */
export const formatIds = (ids: readonly string[]) => cut(ids.join(', '))

/** A link is its target's id. */
function shownItem(value: unknown): string {
  return cut(isLink(value) ? value.sys.id : JSON.stringify(value))
}

const cut = (text: string, end = '') => (text.length <= LONGEST ? text : `${text.slice(0, LONGEST - 1)}…${end}`)
