import { createHash } from 'node:crypto'

/** One short word for any data; equal data, equal word. */
export function hashJson(data: unknown): string {
  return createHash('sha256').update(JSON.stringify(data)).digest('hex')
}
