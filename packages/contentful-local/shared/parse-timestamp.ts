/** Milliseconds since 1970 of an ISO 8601 date; NaN if it is none. Without a zone it is UTC, not this machine's zone. */
export const parseTimestamp = (text: string): number => Date.parse(/T[\d:.]+$/.test(text) ? `${text}Z` : text)
