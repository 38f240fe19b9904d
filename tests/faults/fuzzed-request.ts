import fc from 'fast-check'
import { CAPTCHA_ACTION } from '#shared/constants.ts'
import { SITE_HEADERS } from '#tests/setup/server/contact-client.ts'
import { createMessage } from '#tests/setup/server/test-messages.ts'

/** A request as bytes, written to the connection in parts. */
export interface FuzzedRequest {
  readonly parts: readonly Buffer[]
  /** Whether the client half-closes the connection after the last part. */
  readonly isHalfClosed: boolean
}

const mostly = <Value>(weight: number, usual: fc.Arbitrary<Value>, ...others: readonly fc.Arbitrary<Value>[]) =>
  fc.oneof({ weight, arbitrary: usual }, ...others)

const lines = (...texts: readonly string[]) => fc.constant(texts)

const randomBytes = (maxLength: number) =>
  fc.uint8Array({ maxLength }).map((values) => Buffer.from(values).toString('latin1'))

const token = fc.string({ unit: fc.constantFrom(..."!#$%&'*+-.^_`|~09azAZ"), minLength: 1, maxLength: 12 })

const repeatedCharacter = (...lengths: readonly number[]) =>
  fc.constantFrom(...lengths).map((length) => 'a'.repeat(length))

/** Values that are likely to break parsers of lists, numbers and paths. */
const unusualValue = fc.constantFrom(
  ...['', ' ', ', ,', ';', '=', '"', '"\\', '*', '*/*;q=x', '%', '%00', '%ff', '\0', '\t', '\x7f', '\xff', '-1', '00'],
  ...['1e9', '0x10', '99999999999999999999', '2147483648', '1, 1', '__proto__', '../../etc/passwd', 'http://[', '::1'],
)

/** Values with an effect in servers, by header. */
const HEADER_VALUES: Readonly<Record<string, readonly string[]>> = {
  'Accept-Encoding': ['br', 'gzip', '*;q=0', 'br;q=1.000, gzip'],
  Connection: ['close', 'keep-alive', 'upgrade', 'host', 'transfer-encoding'],
  'Content-Encoding': ['gzip', 'identity'],
  'Content-Length': ['0', '5', '-5', '5, 5', '1e3'],
  'Content-Type': ['application/json', 'application/json; charset=utf-16', 'text/plain'],
  Cookie: ['__Host-session=x', '__Host-session=x; __Host-session=y', ';;;', 'XSRF-TOKEN=%'],
  Expect: ['100-continue', '200-ok'],
  Host: ['127.0.0.1', 'evil.example', '', '[::1'],
  'If-Modified-Since': ['Thu, 01 Jan 1970 00:00:00 GMT', 'Sun, 99 Foo 9999 99:99:99 GMT'],
  'If-None-Match': ['*', 'W/"0"', '"'],
  Range: ['bytes=0-0', 'bytes=5-1', 'bytes=0-,0-,0-', 'lines=1-2'],
  Trailer: ['X-Trailer', 'Content-Length'],
  'Transfer-Encoding': ['chunked', 'gzip, chunked', 'chunked, chunked', '\x0bchunked', 'xchunked'],
  Upgrade: ['websocket', 'h2c'],
  'X-Forwarded-For': ['1.2.3.4', '::ffff:1.2.3.4', '1.2.3.4, 5.6.7.8', ',,,'],
  ...Object.fromEntries(Object.entries(SITE_HEADERS).map(([name, value]) => [name, [value, 'x']])),
}

const knownHeader = fc.constantFrom(...Object.entries(HEADER_VALUES)).chain(([name, values]) => {
  const unusual = fc.oneof(unusualValue, randomBytes(30), token, repeatedCharacter(300, 8_000))
  return mostly(3, fc.constantFrom(...values), unusual).map((value) => [name, value] as const)
})

const otherHeader = fc.tuple(fc.oneof(token, randomBytes(8)), fc.oneof(unusualValue, randomBytes(20)))

const headerLine = fc
  .tuple(mostly(9, knownHeader, otherHeader), mostly(30, fc.constant(': '), fc.constantFrom(':', ' : ', ':\t', '')))
  .map(([[name, value], separator]) => name + separator + value)

/** Whether an HTTP parser must accept the header: legal characters, and no header that sets body length or host. */
const isWellFormedHeader = (line: string): boolean =>
  /^[\w!#$%&'*+.^`|~-]+:[\t\x20-\x7e\x80-\xff]*$/.test(line) && !/^(content-length|transfer-encoding|host):/i.test(line)

const headerLines = fc.oneof(
  fc.array(headerLine, { maxLength: 6 }),
  fc.array(headerLine, { maxLength: 6 }).map((lines) => lines.filter(isWellFormedHeader)),
)

const method = mostly(
  12,
  fc.constantFrom('GET', 'POST'),
  fc.constantFrom('HEAD', 'OPTIONS', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'CONNECT', 'PRI', 'QUERY'),
  token,
)

const API_PATHS = ['', '/', '/captcha.js', '/auth/guest', '/auth/validate', '/contact'].map((path) => `/api${path}`)

const OTHER_PATHS = '/ /index.html /404 /health /assets/x.js /media/derived/x /preview /webhooks/contentful /metrics'

const ODD_PATHS =
  '* //evil.example /\\evil.example /%5c%5cevil.example /..%2f..%2fetc/passwd /% /%00 /%ff /./../ http://a/ a:80'

const path = mostly(
  6,
  fc.constantFrom(...API_PATHS, ...OTHER_PATHS.split(' ')),
  fc.constantFrom(...ODD_PATHS.split(' '), ''),
)

const target = mostly(
  12,
  path,
  fc.tuple(path, fc.constantFrom('?', '?a=b&a=c', '?a[b]=c', '#x', '/', '//', ';x')).map((parts) => parts.join('')),
  fc.tuple(fc.constantFrom('/', '/api/', '/media/'), fc.oneof(randomBytes(20), token)).map((parts) => parts.join('')),
  repeatedCharacter(200, 7_000, 20_000).map((text) => `/${text}`),
)

const version = mostly(150, fc.constant('HTTP/1.1'), fc.constantFrom('HTTP/1.0', 'HTTP/2.0', 'http/1.1', ''))

const body = fc.oneof(
  fc.constantFrom('', '{', '[]', 'null', '"', '{"token":1}', '{"__proto__":{}}', '\xef\xbb\xbf{}', CAPTCHA_ACTION),
  token.map((text) => JSON.stringify({ token: text })),
  token.map((text) => JSON.stringify(createMessage({ message: text }))),
  fc.json(),
  fc.constantFrom(5_000, 50_000).map((depth) => '['.repeat(depth)),
  randomBytes(200),
  repeatedCharacter(1_000, 33_000, 70_000),
)

const toChunked = (text: string): string => (text ? `${text.length.toString(16)}\r\n${text}\r\n0\r\n\r\n` : '0\r\n\r\n')

/** The headers for the body length, and the body as it is sent. Sometimes they contradict each other. */
const framedBody = fc.tuple(body, fc.integer({ min: -3, max: 9 })).chain(([text, difference]) => {
  const length = `Content-Length: ${text.length}`
  const chunked = 'Transfer-Encoding: chunked'
  return mostly<readonly [readonly string[], string]>(
    40,
    fc.constantFrom([[length], text], [[chunked], toChunked(text)]),
    fc.constant([[`Content-Length: ${Math.max(0, text.length + difference)}`], text]),
    fc.constant([[chunked, length], toChunked(text)]),
    fc.constantFrom('ffffffffffffffff', '-1', '5;x=y', 'g', '').map((size) => [[chunked], `${size}\r\n${text}`]),
    fc.constant([[], text]),
  )
})

/** Headers of the site's own requests, so that requests pass the first checks. */
const SITE_HEADER_LINES = Object.entries(SITE_HEADERS).map(([name, value]) => `${name}: ${value}`)

const httpRequest = fc
  .tuple(
    fc.tuple(method, target, version).map((parts) => parts.join(' ')),
    mostly(30, lines('Host: 127.0.0.1'), lines()),
    mostly(3, lines(...SITE_HEADER_LINES), lines()),
    framedBody,
    mostly(40, headerLines, fc.array(headerLine, { minLength: 150, maxLength: 150 })),
    mostly(60, fc.constant('\r\n'), fc.constantFrom('\n', '\r')),
  )
  .map(([requestLine, host, siteHeaders, [framing, text], headers, lineEnd]) => {
    const head = [requestLine, ...host, ...siteHeaders, ...framing, ...headers]
    return `${head.join(lineEnd)}${lineEnd}${lineEnd}${text}`
  })

/** Valid, unusual and invalid HTTP requests, and random bytes, sometimes cut off. */
export const fuzzedRequest: fc.Arbitrary<FuzzedRequest> = fc
  .tuple(
    mostly(60, httpRequest, randomBytes(300)),
    mostly(9, fc.constant(1), fc.double({ min: 0, max: 1, noNaN: true })),
    mostly(4, fc.constant(false), fc.constant(true)),
  )
  .map(([text, cut, isHalfClosed]) => {
    const bytes = Buffer.from(text, 'latin1')
    const length = Math.floor(bytes.length * cut)
    return { parts: [bytes.subarray(0, length), bytes.subarray(length)], isHalfClosed }
  })
