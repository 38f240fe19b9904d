/** Control characters, which a terminal obeys, and those that turn the direction of the text around them. */
const OBEYED = /[\p{Cc}\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu

/** A visitor's text in one line, as nothing that a terminal would obey: what is no plain character is written as \xNN or \u{NNNN}. */
export const escapeControlCharacters = (text: string): string => text.toWellFormed().replace(OBEYED, escaped)

/** The same with its own lines and tabs. */
export const escapeMultilineText = (text: string): string =>
  text
    .split(/\r?\n/)
    .map((line) => line.split('\t').map(escapeControlCharacters).join('\t'))
    .join('\n')

function escaped(character: string): string {
  const code = character.charCodeAt(0).toString(16)
  return code.length <= 2 ? `\\x${code.padStart(2, '0')}` : `\\u{${code}}`
}

/** Cut or filled to this many characters. */
export function padOrTruncate(text: string, width: number): string {
  const characters = [...text]
  const cut = characters.length > width ? [...characters.slice(0, width - 1), '…'] : characters
  return cut.join('') + ' '.repeat(width - cut.length)
}
