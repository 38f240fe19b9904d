import { expect, test } from 'vitest'
import { escapeControlCharacters, escapeMultilineText, padOrTruncate } from './escape-text.ts'

test.each([
  ['a colour', '\u001b[31mred', '\\x1b[31mred'],
  ['a title for the window', '\u001b]0;owned\u0007', '\\x1b]0;owned\\x07'],
  ['the one-byte form of an escape', '\u009b2J', '\\x9b2J'],
  ['steps back', 'Ann\b\b\bEve\u007f', 'Ann\\x08\\x08\\x08Eve\\x7f'],
  ['lines', 'a\r\nb\u2028c', 'a\\x0d\\x0ab\\u{2028}c'],
  ['a turn of direction', '\u202egpj.exe', '\\u{202e}gpj.exe'],
  ['half an emoji', 'a\ud83db', 'a\ufffdb'],
])('%s is shown and not obeyed', (_, text, shown) => expect(escapeControlCharacters(text)).toBe(shown))

test.each(['Zoë O’Neill-Łuk', 'مرحبا', '👩‍👩‍👧‍👦 漢字', 'a\\x1b'])('%s stays as it is', (text) =>
  expect(escapeControlCharacters(text)).toBe(text),
)

test('a message keeps its lines and tabs, and nothing else', () =>
  expect(escapeMultilineText('a\tb\r\n\nc\u001b[2J\rd')).toBe('a\tb\n\nc\\x1b[2J\\x0dd'))

test('a cell has its width, by characters', () => {
  expect(padOrTruncate('ab', 4)).toBe('ab  ')
  expect(padOrTruncate('abcd', 4)).toBe('abcd')
  expect(padOrTruncate('😀😀😀😀😀', 4)).toBe('😀😀😀…')
})
