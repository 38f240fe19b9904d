import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server'
import { parseReceivedEmail, type ReceivedEmail } from './received-email.ts'

export type { ReceivedEmail }

/**
 * refuse: a 554 instead of a greeting · hang: no greeting · temporary, permanent: the recipient gets 451, 550 ·
 * reject: 554 after the mail, with the mail's text in it · cut: the mail is taken and the connection cut before the answer ·
 * slow: the answer comes after a second
 */
export type SmtpFault = 'refuse' | 'hang' | 'temporary' | 'permanent' | 'reject' | 'cut' | 'slow'

export interface MailServer {
  /** smtp://127.0.0.1:port */
  readonly url: string
  /** What arrived, in order; also what was taken and not answered. */
  readonly emails: readonly ReceivedEmail[]
  /** From the next connection on; `undefined` ends it. */
  readonly setFault: (kind: SmtpFault | undefined) => void
  readonly stop: () => Promise<void>
}

/** A real SMTP server on this machine, that keeps mails in memory. On a free port, unless one is given. */
export async function startMailServer({ port = 0 }: { port?: number } = {}): Promise<MailServer> {
  const emails: ReceivedEmail[] = []
  let trouble: SmtpFault | undefined

  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'], // there is no certificate to verify
    disableReverseLookup: true,
    closeTimeout: 100,
    onConnect: (_, answer) => {
      if (trouble === 'hang') return
      answer(trouble === 'refuse' ? reply(554, 'go away') : null)
    },
    onRcptTo: ({ address }, _, answer) => {
      if (trouble === 'temporary') return answer(reply(451, `${address} is busy`))
      answer(trouble === 'permanent' ? reply(550, `${address} is unknown`) : null)
    },
    onData: (stream, session, answer) => {
      take(stream, session).then(answer, answer)
    },
  })

  async function take(stream: SMTPServerDataStream, session: SMTPServerSession) {
    const mail = parseReceivedEmail(await buffer(stream), session.hostNameAppearsAs)
    if (trouble === 'reject') return reply(554, `spam: ${mail.text}`)
    emails.push(mail)
    if (trouble === 'slow') await pause(1_000)
    if (trouble === 'cut') [...server.connections].find(({ id }) => id === session.id)?.close()
    return null
  }

  server.on('error', () => {}) // a client that is killed resets its connection
  const listener = server.listen(port, '127.0.0.1')
  await once(listener, 'listening')
  return {
    url: `smtp://127.0.0.1:${portOf(listener.address())}`,
    emails,
    setFault: (kind) => {
      trouble = kind
    },
    stop: () => new Promise((done) => server.close(done)),
  }
}

const reply = (responseCode: number, words: string) => Object.assign(new Error(words), { responseCode })

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('The mail server listens on no port')
  return address.port
}
