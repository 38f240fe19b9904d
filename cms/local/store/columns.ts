import type { SQLOutputValue } from 'node:sqlite'

/** The columns of our own tables, with their types checked. */
export function text(value: SQLOutputValue | undefined): string {
  if (typeof value === 'string') return value
  throw new TypeError(`The database holds ${typeof value} where text must be`)
}

export function whole(value: SQLOutputValue | undefined): number {
  if (typeof value === 'number') return value
  throw new TypeError(`The database holds ${typeof value} where a number must be`)
}

export const textOrNull = (value: SQLOutputValue | undefined) => (value === null ? null : text(value))

export const wholeOrNull = (value: SQLOutputValue | undefined) => (value === null ? null : whole(value))
