import * as z from 'zod/mini'
import { ANY_CHANGE, type ContentChange } from './publishing-options.ts'

const stored = z.object({ contentTypes: z.array(z.string()), assets: z.boolean(), anything: z.boolean() })

/** A change as text, for the database. */
export const serializeContentChange = ({ contentTypes, ...others }: ContentChange): string =>
  JSON.stringify({ contentTypes: [...contentTypes], ...others })

/** The change that a text describes. A text that another version of the server wrote may be unknown: then anything changed. */
export function parseContentChange(text: string): ContentChange {
  try {
    const { contentTypes, ...others } = stored.parse(JSON.parse(text))
    return { contentTypes: new Set(contentTypes), ...others }
  } catch {
    return ANY_CHANGE
  }
}
