import type { SQLOutputValue } from 'node:sqlite'

/** The columns of our own tables, with their types checked. */
export function readText(value: SQLOutputValue | undefined): string {
  if (typeof value === 'string') return value
  throw new TypeError(`The database holds ${typeof value} where text must be`)
}

export function readInteger(value: SQLOutputValue | undefined): number {
  if (typeof value === 'number') return value
  throw new TypeError(`The database holds ${typeof value} where a number must be`)
}

export const readNullableText = (value: SQLOutputValue | undefined) => (value === null ? null : readText(value))

export const readNullableInteger = (value: SQLOutputValue | undefined) => (value === null ? null : readInteger(value))
