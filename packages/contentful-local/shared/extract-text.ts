import { listRichTextNodes } from './rich-text-nodes.ts'

/** The text of a field value: of a string, a list of strings or a rich text document. Other values have no text. */
export function extractText(value: unknown): string {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.map(extractText).join(' ')
  // Checked first because most objects are links, and the check of a node is slow for them.
  const isNode = typeof value === 'object' && value !== null && 'nodeType' in value
  return isNode
    ? listRichTextNodes(value, [])
        .map(({ text }) => text)
        .join(' ')
    : ''
}

/** The words of a text as a search compares them: without accents, in lower case. */
export const listWords = (text: string): readonly string[] =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '') // accents
    .toLowerCase()
    .match(/[\p{L}\p{N}_]+/gu) ?? []
