import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'

/** An HTTP response. */
export interface RawResponse {
  readonly status: number
  /** By lower-case name. Repeated headers are joined with `, `. */
  readonly headers: ReadonlyMap<string, string>
  /** Latin-1, as it is sent: it may be in chunks. */
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
  /** Waits for the end of the connection; resolves with everything that was received. Throws after a minute. */
  readonly closed: () => Promise<string>
}

/** Opens a connection to the host and port of a URL. With https any certificate is accepted. */
export async function openRawConnection(url: string): Promise<RawConnection> {
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
  return {
    socket,
    send: (bytes) => {
      socket.write(bytes, 'latin1')
    },
    received: () => received,
    closed: async () => {
      if (!socket.closed) await once(socket, 'close', { signal: AbortSignal.timeout(TIMEOUT_MS) })
      return received
    },
  }
}

/** Sends a request over a new connection, and reads its response. Throws when there is none. */
export async function sendRawRequest(url: string, bytes: string): Promise<RawResponse> {
  const { send, closed } = await openRawConnection(url)
  send(bytes.replace('\r\n', '\r\nConnection: close\r\n'))
  const received = await closed()
  const end = received.indexOf('\r\n\r\n')
  const [statusLine = '', ...lines] = received.slice(0, end).split('\r\n')
  const status = Number(/^HTTP\/1\.[01] (\d{3})(?: |$)/.exec(statusLine)?.[1])
  if (!status) throw new Error(`No response to ${JSON.stringify(bytes.slice(0, 200))}`)
  return { status, headers: parseHeaders(lines), body: received.slice(end + 4) }
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
