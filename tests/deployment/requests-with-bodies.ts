import { openRawConnection, sendRawRequest } from '#local-tests/raw-http.ts'
import { SITE_HEADERS, type VisitorSession } from '#tests/setup/messages.ts'

export interface SentRequests {
  /** Number of requests that the site should have received. */
  readonly count: number
  /** Requests with the response to another one, with 5xx or without a response. */
  readonly failures: readonly string[]
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND']

const PATHS = [
  ...['/api/x', '/api/contact', '/api/auth/validate'],
  ...['/', '/services', '/webhooks/contentful', '/preview', '/preview/graphql'],
]

/** Bodies that are requests themselves, for a server that does not see where the body ends. */
const INNER_REQUESTS = {
  'a request': 'GET /health/live HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 9.9.9.9\r\n\r\n',
  'a request with an unfinished body': 'POST /auth/guest HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n{',
  'a request with unfinished headers': 'GET /health/live HTTP/1.1\r\nHost: x\r\nX: ',
}

const MAX_CONNECTIONS = 20

const VALIDATE = `${['GET /api/auth/validate HTTP/1.1', 'Host: localhost', ...formatHeaders(SITE_HEADERS)].join('\r\n')}\r\n`

/**
 * Sends requests with every method and kind of body to the API, pages, webhook and preview. Meanwhile two visitors, one with
 * a session and one without, validate their sessions again and again.
 */
export async function sendRequestsWithBodies(url: string, session: VisitorSession): Promise<SentRequests> {
  const requests = PATHS.flatMap((path) => METHODS.flatMap((method) => createRequests(method, path)))
  const failures: string[] = []
  const waiting = [...requests]
  let validations = 0

  /** The connection's second request shows that the server found the end of the first. */
  async function sendWaiting(): Promise<void> {
    for (let request = waiting.pop(); request; request = waiting.pop()) {
      const connection = await openRawConnection(url)
      connection.send(`${request.bytes}${VALIDATE}Connection: close\r\n\r\n`)
      const received = await connection.closed()
      const statuses = [...received.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status))
      const [first = 0, second] = statuses
      if (statuses.length !== 2 || first >= 500 || second !== 401) failures.push(`${request.title}: ${statuses}`)
    }
  }

  async function validate(headers: Readonly<Record<string, string>>, expected: number): Promise<void> {
    while (waiting.length > 0) {
      validations += 1
      const { status } = await sendRawRequest(url, `${VALIDATE}${formatHeaders(headers).join('\r\n')}\r\n\r\n`)
      if (status !== expected) failures.push(`a visitor's validation: ${status} instead of ${expected}`)
    }
  }

  await Promise.all([
    ...Array.from({ length: MAX_CONNECTIONS }, sendWaiting),
    validate(session.headers, 204),
    validate({ cookie: 'a=1' }, 401),
  ])
  return {
    count: 2 * requests.length + validations,
    failures,
  }
}

function createRequests(method: string, path: string) {
  const head = `${method} ${path} HTTP/1.1\r\nHost: localhost\r\n`
  const withBody = Object.entries(INNER_REQUESTS).flatMap(([name, body]) => {
    const start = `${head}Content-Type: text/plain\r\n`
    const chunk = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`
    return [
      { title: `${name} with a length`, bytes: `${start}Content-Length: ${body.length}\r\n\r\n${body}` },
      { title: `${name} in a chunk`, bytes: `${start}Transfer-Encoding: chunked\r\n\r\n${chunk}` },
    ]
  })
  return [{ title: 'no body', bytes: `${head}\r\n` }, ...withBody].map(({ title, bytes }) => ({
    title: `${method} ${path} with ${title}`,
    method,
    path,
    bytes,
  }))
}

function formatHeaders(headers: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
}
