import fc from 'fast-check'
import { apiHeaders } from '#server/api/contract.ts'
import { CAPTCHA_ACTION, CLIENT_ID } from '#shared/constants.ts'
import { SITE_HEADERS } from './contact-client.ts'

/** A request as bytes, written to the connection in parts. */
export interface FuzzedRequest {
  readonly parts: readonly Buffer[]
  /** Whether the client half-closes the connection after the last part. */
  readonly isHalfClosed: boolean
}

const randomBytes = (maxLength: number) =>
  fc.uint8Array({ maxLength }).map((values) => Buffer.from(values).toString('latin1'))

const token = fc.string({ unit: fc.constantFrom(..."!#$%&'*+-.^_`|~09azAZ"), minLength: 1, maxLength: 12 })

const repeatedCharacter = (...lengths: readonly number[]) =>
  fc.constantFrom(...lengths).map((length) => 'a'.repeat(length))

/** Values that are likely to break parsers of lists, numbers, dates and paths. */
const unusualValue = fc.constantFrom(
  ...['', ' ', ',', ', ,', ';', '=', '"', '"\\', '*', '*/*;q=x', '%', '%00', '%ff', '\0', '\t', '\x7f', '\xff'],
  ...['0', '-1', '00', '1e9', '0x10', 'NaN', '99999999999999999999', '2147483648', '+1', '1, 1', '1;1'],
  ...['null', '[object Object]', '__proto__', 'constructor', '../../etc/passwd', "' or 1=1 --"],
  ...[
    'Thu, 01 Jan 1970 00:00:00 GMT',
    'Sun, 99 Foo 9999 99:99:99 GMT',
    'W/"',
    'bytes=0-',
    'http://[',
    '::1',
    '127.0.0.1:99999',
  ],
)

/** Values with an effect in servers and proxies, by header. */
const HEADER_VALUES: Readonly<Record<string, readonly string[]>> = {
  Accept: ['text/html', 'application/json', '*/*'],
  'Accept-Encoding': ['br', 'gzip', 'identity;q=0', '*;q=0', 'br;q=1.000, gzip'],
  'Access-Control-Request-Headers': ['content-type, x-xsrf-token'],
  'Access-Control-Request-Method': ['POST', 'BREW'],
  Authorization: ['Bearer x', 'Basic eDp5', 'Basic ='],
  'Cache-Control': ['no-cache', 'only-if-cached', 'max-age=-1'],
  Connection: [
    'close',
    'keep-alive',
    'upgrade',
    'Upgrade, HTTP2-Settings',
    'close, content-type',
    'host',
    'transfer-encoding',
  ],
  'Content-Encoding': ['gzip', 'identity', 'br'],
  'Content-Length': ['0', '5', '-5', '5, 5', '1e3'],
  'Content-Type': ['application/json', 'application/json; charset=utf-16', 'text/plain', 'multipart/form-data'],
  Cookie: ['__Host-session=x', 'session=', '__Host-session=x; __Host-session=y', '=', ';;;', 'XSRF-TOKEN=%'],
  Date: [],
  Expect: ['100-continue', '100-Continue', '200-ok', 'x'],
  Forwarded: ['for=1.2.3.4;proto=https', 'for="[::1]:80"'],
  Host: ['127.0.0.1', 'evil.example', '', '[::1', 'a:b:c'],
  'HTTP2-Settings': ['AAMAAABkAAQAAP__'],
  'If-Match': ['*', '"x"'],
  'If-Modified-Since': [],
  'If-None-Match': ['*', 'W/"0"', '"'],
  'If-Range': ['"x"'],
  'Keep-Alive': ['timeout=5', 'timeout=0', 'timeout=-1, max=x'],
  'Max-Forwards': ['0'],
  Origin: ['null', 'https://evil.example', SITE_HEADERS.origin],
  Pragma: ['no-cache'],
  Priority: ['u=9, i'],
  'Proxy-Authorization': ['Basic eDp5'],
  'Proxy-Connection': ['keep-alive'],
  Range: ['bytes=0-0', 'bytes=5-1', 'bytes=-1', 'bytes=0-,0-,0-', 'lines=1-2'],
  Referer: ['https://evil.example/'],
  'Sec-WebSocket-Key': ['dGhlIHNhbXBsZSBub25jZQ=='],
  'Sec-WebSocket-Version': ['13'],
  TE: ['trailers', 'chunked', 'gzip;q=2'],
  Trailer: ['X-Trailer', 'Content-Length'],
  'Transfer-Encoding': ['chunked', 'identity', 'gzip, chunked', 'chunked, chunked', '\x0bchunked', 'xchunked'],
  Upgrade: ['websocket', 'h2c', 'HTTP/2.0', 'TLS/1.0'],
  'User-Agent': ['Mozilla/5.0'],
  Via: ['1.1 proxy', '1.1 127.0.0.1'],
  'X-Forwarded-For': ['1.2.3.4', 'unknown', '::ffff:1.2.3.4', '1.2.3.4, 5.6.7.8', ',,,'],
  'X-Forwarded-Host': ['evil.example'],
  'X-Forwarded-Proto': ['https', 'ftp'],
  'X-HTTP-Method-Override': ['DELETE'],
  'X-Original-URL': ['/health'],
  [apiHeaders.client]: [String(CLIENT_ID), '4'],
  [apiHeaders.environment]: ['production', 'x'],
  [apiHeaders.devOption]: ['default'],
  [apiHeaders.antiForgery]: ['x'],
  [apiHeaders.idempotency]: ['0c2e7ab2-4b6f-4b5e-8d0f-0a8c6f6f5f11'],
}

const knownHeader = fc.constantFrom(...Object.entries(HEADER_VALUES)).chain(([name, values]) => {
  const unusual = fc.oneof(unusualValue, randomBytes(30), token, {
    weight: 1,
    arbitrary: repeatedCharacter(300, 8_000),
  })
  const value = values.length > 0 ? fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...values) }, unusual) : unusual
  return value.map((text) => [name, text] as const)
})

const headerLine = fc
  .tuple(
    fc.oneof(
      { weight: 9, arbitrary: knownHeader },
      fc.tuple(token, unusualValue),
      fc.tuple(randomBytes(8), randomBytes(20)),
    ),
    fc.oneof({ weight: 30, arbitrary: fc.constant(': ') }, fc.constantFrom(':', ' : ', ':\t', '', ':  ')),
    fc.boolean(),
  )
  .map(([[name, value], separator, isUpperCase]) => (isUpperCase ? name.toUpperCase() : name) + separator + value)

/** Whether an HTTP parser must accept the header: legal characters, and no header that sets body length or host. */
const isWellFormedHeader = (line: string): boolean =>
  /^[\w!#$%&'*+.^`|~-]+:[\t\x20-\x7e\x80-\xff]*$/.test(line) && !/^(content-length|transfer-encoding|host):/i.test(line)

const method = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom('GET', 'POST') },
  {
    weight: 3,
    arbitrary: fc.constantFrom('HEAD', 'OPTIONS', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'CONNECT', 'PRI', 'QUERY'),
  },
  token,
)

const API_PATHS = ['', '/', '/captcha.js', '/auth/guest', '/auth/validate', '/contact', '/health'].map(
  (path) => `/api${path}`,
)

const OTHER_PATHS =
  '/ /index.html /services /404 /health /assets/x.js /media/x.jpg /media/derived/x /preview /webhooks/contentful /metrics'

const ODD_PATHS =
  '* //evil.example /\\evil.example /%5c%5cevil.example /..%2f..%2fetc/passwd /% /%00 /%ff /./../ http://a/ a:80'

const path = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...API_PATHS) },
  { weight: 3, arbitrary: fc.constantFrom(...OTHER_PATHS.split(' ')) },
  fc.constantFrom(...ODD_PATHS.split(' '), ''),
)

const suffix = fc.constantFrom('?', '?a=b&a=c', '?a[b]=c', '#x', '/', '//', ';x', '%2e%2e')

const target = fc.oneof(
  { weight: 12, arbitrary: path },
  { weight: 3, arbitrary: fc.tuple(path, suffix).map((parts) => parts.join('')) },
  {
    weight: 3,
    arbitrary: fc
      .tuple(fc.constantFrom('/', '/api/', '/media/'), fc.oneof(randomBytes(20), token))
      .map((parts) => parts.join('')),
  },
  repeatedCharacter(200, 7_000, 20_000).map((text) => `/${text}`),
)

const version = fc.oneof(
  { weight: 150, arbitrary: fc.constant('HTTP/1.1') },
  fc.constantFrom('HTTP/1.0', 'HTTP/2.0', 'HTTP/9.9', 'http/1.1', 'HTTP/1.1 x', ''),
)

const body = fc.oneof(
  fc.constant(''),
  token.map((text) => JSON.stringify({ token: text })),
  token.map((text) => JSON.stringify({ name: 'Ada', email: 'ada@engine.example', message: text })),
  fc.json(),
  fc.constantFrom(
    '{',
    '[]',
    'null',
    '"',
    '{"token":1}',
    '{"__proto__":{}}',
    '\xef\xbb\xbf{}',
    '{"token":"\xff"}',
    CAPTCHA_ACTION,
  ),
  fc.constantFrom(5_000, 50_000).map((depth) => '['.repeat(depth)),
  randomBytes(200),
  repeatedCharacter(1_000, 33_000, 70_000),
)

const toChunked = (text: string): string => (text ? `${text.length.toString(16)}\r\n${text}\r\n0\r\n\r\n` : '0\r\n\r\n')

/** The headers for the body length, and the body as it is sent. Sometimes they contradict each other. */
const framedBody = fc.tuple(body, fc.integer({ min: -3, max: 9 })).chain(([text, difference]) =>
  fc.oneof(
    { weight: 30, arbitrary: fc.constant([[`Content-Length: ${text.length}`], text] as const) },
    { weight: 15, arbitrary: fc.constant([['Transfer-Encoding: chunked'], toChunked(text)] as const) },
    fc.constant([[`Content-Length: ${Math.max(0, text.length + difference)}`], text] as const),
    fc.constant([['Transfer-Encoding: chunked', `Content-Length: ${text.length}`], toChunked(text)] as const),
    fc.constant([['Transfer-Encoding: chunked'], text] as const),
    fc
      .constantFrom('ffffffffffffffff', '-1', '5;x=y', 'g', '')
      .map((size) => [['Transfer-Encoding: chunked'], `${size}\r\n${text}`] as const),
    fc.constant([[], text] as const),
  ),
)

/** Headers of the site's own requests, so that requests pass the first checks. */
const SITE_HEADER_LINES = Object.entries(SITE_HEADERS).map(([name, value]) => `${name}: ${value}`)

const httpRequest = fc
  .record({
    method,
    target,
    version,
    host: fc.oneof({ weight: 30, arbitrary: fc.constant(['Host: 127.0.0.1']) }, fc.constant([])),
    siteHeaders: fc.oneof({ weight: 3, arbitrary: fc.constant(SITE_HEADER_LINES) }, fc.constant([])),
    framed: framedBody,
    headers: fc.oneof(
      { weight: 40, arbitrary: fc.array(headerLine, { maxLength: 6 }) },
      fc.array(headerLine, { minLength: 150, maxLength: 150 }),
    ),
    isWellFormed: fc.oneof({ weight: 3, arbitrary: fc.constant(true) }, fc.constant(false)),
    lineEnd: fc.oneof({ weight: 60, arbitrary: fc.constant('\r\n') }, fc.constantFrom('\n', '\r')),
  })
  .map(({ method, target, version, host, siteHeaders, framed: [framing, text], headers, lineEnd, isWellFormed }) => {
    const others = isWellFormed ? headers.filter(isWellFormedHeader) : headers
    const lines = [`${method} ${target} ${version}`, ...host, ...siteHeaders, ...framing, ...others]
    return `${lines.join(lineEnd)}${lineEnd}${lineEnd}${text}`
  })

/**
 * Valid, unusual and invalid HTTP requests: methods, targets, headers and bodies that servers and proxies handle
 * differently, and random bytes.
 */
export const fuzzedRequest: fc.Arbitrary<FuzzedRequest> = fc
  .record({
    text: fc.oneof({ weight: 60, arbitrary: httpRequest }, randomBytes(300)),
    cut: fc.oneof({ weight: 9, arbitrary: fc.constant(1) }, fc.double({ min: 0, max: 1, noNaN: true })),
    isHalfClosed: fc.oneof({ weight: 4, arbitrary: fc.constant(false) }, fc.constant(true)),
  })
  .map(({ text, cut: splitAt, isHalfClosed }) => {
    const bytes = Buffer.from(text, 'latin1')
    const length = Math.floor(bytes.length * splitAt)
    return { parts: [bytes.subarray(0, length), bytes.subarray(length)], isHalfClosed }
  })
