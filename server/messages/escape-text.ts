/** Control characters, line separators and characters that set the text direction. */
const UNSAFE_CHARACTERS = /[\p{Cc}\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu

/**
 * Makes text of a visitor safe to print in one line of a terminal: characters that a terminal interprets are written as
 * `\xNN` or `\u{NNNN}`.
 */
export const escapeControlCharacters = (text: string): string =>
  text.toWellFormed().replace(UNSAFE_CHARACTERS, escapeCharacter)

/** Like `escapeControlCharacters`, but keeps line breaks and tabs. */
export const escapeMultilineText = (text: string): string =>
  text
    .split(/\r?\n/)
    .map((line) => line.split('\t').map(escapeControlCharacters).join('\t'))
    .join('\n')

function escapeCharacter(character: string): string {
  const code = character.charCodeAt(0).toString(16)
  return code.length <= 2 ? `\\x${code.padStart(2, '0')}` : `\\u{${code}}`
}

/** Truncates the text, or pads it with spaces, to `width` characters. */
export function padOrTruncate(text: string, width: number): string {
  const characters = [...text]
  const visible = characters.length > width ? [...characters.slice(0, width - 1), '…'] : characters
  return visible.join('') + ' '.repeat(width - visible.length)
}
