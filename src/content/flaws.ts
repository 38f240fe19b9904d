import type * as z from 'zod/mini'
import { getByPath, isObject, type JsonPath } from './json-path.ts'

/** A field that is not what it should be. */
export interface ValidationIssue {
  readonly path: JsonPath
  /** What stands there, for the log. */
  readonly description: string
}

/** The fields that a check complains of. An asset is one thing: without its address or size it is no picture. */
export function toValidationIssues(error: z.core.$ZodError, entry: unknown): ValidationIssue[] {
  const flaws = new Map<string, ValidationIssue>()
  for (const { path } of error.issues) {
    const asset = path.findIndex((_, depth) => isAsset(getByPath(entry, path.slice(0, depth))))
    const place = asset === -1 ? path : path.slice(0, asset)
    const known = flaws.get(place.join('.'))?.description
    const words = `${path.join('.') || 'the entry'} is ${shortened(getByPath(entry, path))}`
    flaws.set(place.join('.'), { path: place, description: known ? `${known}, ${words}` : words })
  }
  return [...flaws.values()]
}

/** One line of the log. */
export const formatIssues = (flaws: readonly ValidationIssue[]): string =>
  flaws.map(({ description }) => description).join(', ')

const isAsset = (value: unknown) => isObject(value) && 'url' in value

/** A text may be as long as a book. */
function shortened(value: unknown): string {
  const text = JSON.stringify(value) ?? 'missing'
  return text.length > 60 ? `${text.slice(0, 60)}…` : text
}
