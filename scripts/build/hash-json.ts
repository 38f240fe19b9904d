import { createHash } from 'node:crypto'

/** Returns the SHA-256 of the JSON of a value, in hexadecimal. */
export function hashJson(data: unknown): string {
  return createHash('sha256').update(JSON.stringify(data)).digest('hex')
}
