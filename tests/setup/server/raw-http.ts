import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'

/** A parsed HTTP response. */
export interface RawResponse {
  readonly status: number
  /** By lower-case name. Repeated headers are joined with `, `. */
  readonly headers: ReadonlyMap<string, string>
  /** Decoded from its transfer encoding, as Latin-1. */
  readonly body: string
}

/** Longer than any response takes on a busy machine. */
const TIMEOUT_MS = 60_000

/** A connection to a server under test. Bytes are Latin-1 in both directions. */
export interface RawConnection {
  readonly socket: Socket
  readonly send: (bytes: string) => void
  /** Returns everything that was received so far. */
  readonly received: () => string
  /** Waits for this many final responses, or for the end of the connection. Throws after a minute. */
  readonly responses: (count: number) => Promise<readonly RawResponse[]>
  /** Waits for the end of the connection; resolves with everything that was received. Throws after a minute. */
  readonly closed: () => Promise<string>
}

/**
 * Opens a connection to the host and port of a URL. `isHead` marks responses to HEAD, which have no body. With https any
 * certificate is accepted.
 */
export async function openRawConnection(
  url: string,
  isHead: (index: number) => boolean = () => false,
): Promise<RawConnection> {
  const { protocol, hostname, port } = new URL(url)
  const isTls = protocol === 'https:'
  const socket = isTls
    ? connectTls(Number(port), hostname, { rejectUnauthorized: false, servername: 'localhost' })
    : connect(Number(port), hostname)
  let received = ''
  socket.setEncoding('latin1').on('data', (text) => {
    received += text
  })
  await once(socket, isTls ? 'secureConnect' : 'connect')
  socket.on('error', () => {}) // the server may reset the connection when it closes it

  /** Reads after each change until there is a value. Throws the message after a minute. */
  async function waitFor<Value>(read: () => Value | undefined, createMessage: () => string): Promise<Value> {
    const { promise, resolve, reject } = Promise.withResolvers<Value>()
    const onChange = () => {
      try {
        const value = read()
        if (value !== undefined) resolve(value)
      } catch (error) {
        reject(error)
      }
    }
    const timer = setTimeout(() => reject(new Error(createMessage())), TIMEOUT_MS)
    socket.on('data', onChange).on('close', onChange)
    onChange()
    return promise.finally(() => {
      clearTimeout(timer)
      socket.off('data', onChange).off('close', onChange)
    })
  }

  return {
    socket,
    send: (bytes) => {
      socket.write(bytes, 'latin1')
    },
    received: () => received,
    responses: (count) =>
      waitFor(
        () => {
          const { responses } = parseResponses(received, isHead)
          return responses.length >= count || socket.closed ? responses : undefined
        },
        () => `No response within ${TIMEOUT_MS / 1000} s; received: ${JSON.stringify(received.slice(0, 200))}`,
      ),
    closed: () =>
      waitFor(
        () => (socket.closed ? received : undefined),
        () => `The connection is open after ${TIMEOUT_MS / 1000} s`,
      ),
  }
}

/** Sends bytes over a new connection and reads the first response. Throws when the connection ends without one. */
export async function sendRawRequest(url: string, bytes: string): Promise<RawResponse> {
  const connection = await openRawConnection(url, () => bytes.startsWith('HEAD'))
  try {
    connection.send(bytes)
    const [response] = await connection.responses(1)
    if (!response) throw new Error(`No response to ${JSON.stringify(bytes.slice(0, 200))}`)
    return response
  } finally {
    connection.socket.destroy()
  }
}

interface ParsedResponses {
  /** Complete final responses; interim ones (1xx) are left out. */
  readonly responses: readonly RawResponse[]
  /** The bytes after the last complete response. */
  readonly rest: string
}

/** Splits the bytes of a connection into responses (RFC 9112, section 6.3). */
function parseResponses(received: string, isHead: (index: number) => boolean = () => false): ParsedResponses {
  const responses: RawResponse[] = []
  let rest = received
  for (;;) {
    const end = rest.indexOf('\r\n\r\n')
    if (end === -1) return { responses, rest }
    const [statusLine = '', ...lines] = rest.slice(0, end).split('\r\n')
    const status = Number(/^HTTP\/1\.[01] (\d{3})(?: |$)/.exec(statusLine)?.[1])
    if (!status) throw new Error(`Not a status line: ${JSON.stringify(statusLine.slice(0, 200))}`)
    const after = rest.slice(end + 4)
    if (status < 200) {
      rest = after
      continue
    }
    const headers = parseHeaders(lines)
    const hasBody = status !== 204 && status !== 304 && !isHead(responses.length)
    const read = hasBody ? readBody(headers, after) : { body: '', rest: after }
    if (!read) return { responses, rest }
    responses.push({ status, headers, body: read.body })
    rest = read.rest
  }
}

function parseHeaders(lines: readonly string[]): ReadonlyMap<string, string> {
  const headers = new Map<string, string>()
  for (const line of lines) {
    const [, name = '', value = ''] = /^([^:]+):[ \t]*(.*)$/.exec(line) ?? []
    const before = headers.get(name.toLowerCase())
    headers.set(name.toLowerCase(), before === undefined ? value : `${before}, ${value}`)
  }
  return headers
}

function readBody(headers: ReadonlyMap<string, string>, text: string): { body: string; rest: string } | undefined {
  if (headers.get('transfer-encoding') === 'chunked') return readChunks(text)
  const length = Number(headers.get('content-length') ?? text.length) // without a length the body ends with the connection
  return text.length < length ? undefined : { body: text.slice(0, length), rest: text.slice(length) }
}

function readChunks(text: string): { body: string; rest: string } | undefined {
  let body = ''
  let rest = text
  for (;;) {
    const [line, hex] = /^([0-9a-f]+)\r\n/i.exec(rest) ?? []
    if (line === undefined || hex === undefined) return undefined
    const size = Number.parseInt(hex, 16)
    const end = line.length + size
    if (rest.length < end + 2) return undefined
    body += rest.slice(line.length, end)
    rest = rest.slice(end + 2)
    if (size === 0) return { body, rest }
  }
}
