import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server'

/** An email that the test mail server has received. */
export interface ReceivedEmail {
  readonly messageId: string
  readonly from: string
  readonly to: string
  readonly subject: string
  /** By lower-case name, unfolded but not decoded. */
  readonly headers: Readonly<Record<string, string>>
  /** Decoded, with `\n` as line endings. */
  readonly text: string
  /** The EHLO name of the sending process: `?name=` of its SMTP_URL. */
  readonly clientHostname: string
}

/**
 * Injected faults: `refuse` greets with 554, `hang` sends no greeting, `temporary` and `permanent` reject the recipient
 * with 451 and 550, `reject` responds with 554 and the text of the email, `cut` accepts the email and closes the
 * connection without a response, `slow` responds after 0.7 seconds.
 */
export type SmtpFault = 'refuse' | 'hang' | 'temporary' | 'permanent' | 'reject' | 'cut' | 'slow'

/** A running SMTP server for tests. */
export interface MailServer {
  /** `smtp://127.0.0.1:<port>` */
  readonly url: string
  /** Received emails in order, also those accepted without a response. */
  readonly emails: readonly ReceivedEmail[]
  /** Sets the fault from the next connection on; `undefined` removes it. */
  readonly setFault: (fault: SmtpFault | undefined) => void
  readonly stop: () => Promise<void>
}

/** Starts an SMTP server that stores emails in memory, on a free port. */
export async function startMailServer(): Promise<MailServer> {
  const emails: ReceivedEmail[] = []
  let fault: SmtpFault | undefined

  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'], // there is no certificate
    disableReverseLookup: true,
    closeTimeout: 100,
    onConnect: (_, respond) => {
      if (fault === 'hang') return
      respond(fault === 'refuse' ? createReply(554, 'go away') : null)
    },
    onRcptTo: ({ address }, _, respond) => {
      if (fault === 'temporary') return respond(createReply(451, `${address} is busy`))
      respond(fault === 'permanent' ? createReply(550, `${address} is unknown`) : null)
    },
    onData: (stream, session, respond) => {
      receive(stream, session).then(respond, respond)
    },
  })

  async function receive(stream: SMTPServerDataStream, session: SMTPServerSession) {
    const email = parseReceivedEmail(await buffer(stream), session.hostNameAppearsAs)
    if (fault === 'reject') return createReply(554, `spam: ${email.text}`)
    emails.push(email)
    if (fault === 'slow') await sleep(700)
    if (fault === 'cut') [...server.connections].find(({ id }) => id === session.id)?.close()
    return null
  }

  server.on('error', () => {}) // a killed client resets its connection
  const listener = server.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  return {
    url: `smtp://127.0.0.1:${getPort(listener.address())}`,
    emails,
    setFault: (nextFault) => {
      fault = nextFault
    },
    stop: () => new Promise((resolve) => server.close(resolve)),
  }
}

const createReply = (responseCode: number, text: string) => Object.assign(new Error(text), { responseCode })

function getPort(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('The mail server listens on no port')
  return address.port
}

/** Parses an email with one text part in UTF-8. */
export function parseReceivedEmail(content: Uint8Array, clientHostname: string): ReceivedEmail {
  const raw = Buffer.from(content).toString('latin1')
  const end = raw.indexOf('\r\n\r\n')
  const headers = parseHeaders(raw.slice(0, end))
  const body = decodeBody(raw.slice(end + 4), headers['content-transfer-encoding'])
  return {
    messageId: headers['message-id'] ?? '',
    from: headers.from ?? '',
    to: headers.to ?? '',
    subject: headers.subject ?? '',
    headers,
    text: body.toString('utf8').replaceAll('\r\n', '\n'),
    clientHostname,
  }
}

function parseHeaders(head: string): Record<string, string> {
  const lines = head.replaceAll(/\r\n(?=[ \t])/g, '').split('\r\n')
  return Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
    }),
  )
}

function decodeBody(body: string, encoding = '7bit'): Buffer {
  if (encoding === 'base64') return Buffer.from(body, 'base64')
  if (encoding !== 'quoted-printable') return Buffer.from(body, 'latin1')
  const unwrapped = body.replaceAll(/=\r\n/g, '')
  return Buffer.from(
    unwrapped.replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  )
}
