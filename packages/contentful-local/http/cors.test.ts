import { expect, test } from 'vitest'
import { parseOrigin } from './cors.ts'

test.each([
  ['https://app.example', 'https://app.example'],
  ['HTTPS://App.Example/', 'https://app.example'],
  ['http://app.example:80', 'http://app.example'],
  ['http://192.168.0.2:3000', 'http://192.168.0.2:3000'],
])('normalizes the origin %s', (text, origin) => {
  expect(parseOrigin(text)).toBe(origin)
})

test.each([
  'app.example',
  'https://app.example/page',
  'https://user@app.example',
  'file:///',
  'null',
  '',
  'https://*.example',
])('rejects "%s" with the form of an origin', (text) => {
  expect(() => parseOrigin(text)).toThrow(`"${text}" is not an origin: use scheme and host, for example https://`)
})
