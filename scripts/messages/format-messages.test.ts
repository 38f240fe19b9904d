import { expect, test } from 'vitest'
import { escapeControlCharacters } from './format-messages.ts'

test.each([
  ['a color', '\u001b[31mred', '\\x1b[31mred'],
  ['a window title', '\u001b]0;owned\u0007', '\\x1b]0;owned\\x07'],
  ['the one-byte escape sequence', '\u009b2J', '\\x9b2J'],
  ['backspaces', 'Ann\b\b\bEve\u007f', 'Ann\\x08\\x08\\x08Eve\\x7f'],
  ['line breaks', 'a\r\nb\u2028c', 'a\\x0d\\x0ab\\u{2028}c'],
  ['a change of the text direction', '\u202egpj.exe', '\\u{202e}gpj.exe'],
  ['half an emoji', 'a\ud83db', 'a\ufffdb'],
])('escapes %s', (_, text, escaped) => expect(escapeControlCharacters(text)).toBe(escaped))

test.each(['Zoë O’Neill-Łuk', 'مرحبا', '👩‍👩‍👧‍👦 漢字', 'a\\x1b'])('keeps %s unchanged', (text) =>
  expect(escapeControlCharacters(text)).toBe(text),
)
