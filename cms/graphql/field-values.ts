/** The text of a field value: of a text, a list of texts, or a rich text document. Other values have none. */
export function extractText(value: unknown): string {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.map(extractText).join(' ')
  if (typeof value !== 'object' || value === null) return ''
  const own = 'value' in value && typeof value.value === 'string' ? value.value : ''
  return 'content' in value ? `${own} ${extractText(value.content)}` : own
}

/** Creates a predicate: the text contains every word of `search`, in any order and case. */
export function createWordMatcher(search: string): (text: string) => boolean {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  return (text) => {
    const lower = text.toLowerCase()
    return words.every((word) => lower.includes(word))
  }
}

/** Milliseconds since 1970 of an ISO 8601 date; NaN if it is none. Without a zone it is UTC, not this machine's zone. */
export const parseTimestamp = (text: string): number => Date.parse(/T[\d:.]+$/.test(text) ? `${text}Z` : text)
