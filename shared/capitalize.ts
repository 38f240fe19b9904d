/** Returns a text with an upper-case first letter. */
export const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
