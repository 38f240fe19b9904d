import { expect, test } from 'vitest'
import { toSafeRedirectPath } from './safe-redirect-path.ts'

test.each([
  ['/', '/'],
  ['/gallery', '/gallery'],
  ['/gallery?photo=a', '/gallery?photo=a'],
  ['/gallery?photo={entry.sys.id}#top', '/gallery?photo={entry.sys.id}#top'],
  ['/a/../gallery', '/gallery'],
  ['/?next=https://elsewhere.example', '/?next=https://elsewhere.example'],
  ['/%2F%2Felsewhere.example', '/%2F%2Felsewhere.example'],
  ['/bücher?ü="', '/b%C3%BCcher?%C3%BC=%22'],
])('%s leads to %s', (given, path) => expect(toSafeRedirectPath(given)).toBe(path))

test.each([
  '',
  'gallery',
  'https://elsewhere.example/',
  'HTTPS://elsewhere.example/',
  '//elsewhere.example',
  '///elsewhere.example',
  '/\\elsewhere.example',
  '\\\\elsewhere.example',
  '/\t/elsewhere.example',
  '/\n/elsewhere.example',
  '/\r\nLocation: //elsewhere.example',
  '\u0000//elsewhere.example',
  ' //elsewhere.example',
  '/.//elsewhere.example',
  '/..//elsewhere.example',
  '/a/..//elsewhere.example',
  '/%2e//elsewhere.example',
  'javascript:alert(1)',
  'data:text/html,hello',
  '/\u0085/elsewhere.example',
  '@elsewhere.example',
  '?path=//elsewhere.example',
  `/${'a'.repeat(3_000)}`,
])('%j leads Home', (given) => expect(toSafeRedirectPath(given)).toBe('/'))
