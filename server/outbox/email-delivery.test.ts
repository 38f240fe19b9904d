import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import { createTransport } from 'nodemailer'
import MailComposer from 'nodemailer/lib/mail-composer'
import { SMTPServer } from 'smtp-server'
import { describe, expect, type TestContext, test, vi } from 'vitest'
import { describeErrorCause } from '#server/logging/serialize-error.ts'
import { CONTACT_FIELDS } from '#shared/contact-contract.ts'
import { parseReceivedEmail, type SmtpFault, startMailServer } from '#tests/setup/mail-server.ts'
import { createMessage } from '#tests/setup/messages.ts'
import {
  type ContactEmail,
  composeEmail,
  createEmailDelivery,
  createSmtpDelivery,
  describeEmailTransport,
} from './email-delivery.ts'

vi.mock('nodemailer', { spy: true })

const email: ContactEmail = {
  messageId: '1b4e28ba-2fa1-4d2e-883f-0016d3cca427',
  ...createMessage({ message: 'Sixteen miles, by May.\nIs that possible?' }),
  receivedAt: Date.UTC(2026, 2, 1, 12),
  queuedAt: Date.UTC(2026, 2, 4, 8, 30),
}
const addresses = { from: 'website@blackland.example', to: 'office@blackland.example' }

async function composeAndParse(changes: Partial<ContactEmail> = {}) {
  const raw = await new MailComposer(composeEmail({ ...email, ...changes }, addresses)).compile().build()
  return { raw: raw.toString('latin1'), ...parseReceivedEmail(raw, '') }
}

test('composes headers and text', async () => {
  const { headers, text } = await composeAndParse()
  expect(headers).toEqual({
    from: 'website@blackland.example',
    to: 'office@blackland.example',
    subject: 'Message from the website (1b4e28ba)',
    'message-id': '<1b4e28ba-2fa1-4d2e-883f-0016d3cca427@blackland.example>',
    date: 'Wed, 04 Mar 2026 08:30:00 +0000',
    'auto-submitted': 'auto-generated',
    'mime-version': '1.0',
    'content-type': 'text/plain; charset=utf-8',
    'content-transfer-encoding': 'quoted-printable',
  })
  expect(text).toBe(`\
Somebody wrote to you through the contact form of the website.

Name: Ada Lovelace
E-mail: ada@engine.example
Time: Sun, 01 Mar 2026 12:00:00 GMT
Number: 1b4e28ba-2fa1-4d2e-883f-0016d3cca427

Sixteen miles, by May.
Is that possible?
`)
})

test('a digest, which is from no visitor, is its text alone', async () => {
  const { headers, text } = await composeAndParse({ email: '', message: 'Messages: 2\n' })
  expect([headers.subject, text]).toEqual(['Messages in the spam folder (1b4e28ba)', 'Messages: 2\n'])
})

test.each(['😀'.repeat(5_000), '.\n..\nFrom me\nQUIT\nDATA\n.', '=\n=3D=\n=\n'])(
  'keeps the message %j unchanged',
  async (message) => {
    const { text, raw } = await composeAndParse({ name: message.replaceAll(/[\n\t]/g, ' ').slice(0, 75), message })
    expect(text.slice(text.indexOf('\n\n', text.indexOf('Number')) + 2)).toBe(`${message}\n`)
    expect(Math.max(...raw.split('\r\n').map((line) => line.length))).toBeLessThanOrEqual(76)
  },
)

test('no header contains text of a visitor', async () => {
  const { headers } = await composeAndParse()
  for (const text of ['x\r\nBcc: all@world.example', '"><a@b>', '=?utf-8?Q?=0D=0ABcc:?=']) {
    const attack = Object.fromEntries(CONTACT_FIELDS.map((name) => [name, text]))
    expect((await composeAndParse(attack)).headers).toEqual(headers)
  }
})

/** Longer than a busy machine needs. */
const timeouts = { connectMs: 30_000, inactivityMs: 30_000, attemptMs: 60_000 }
const neverAborted = new AbortController().signal

const resultOf = (attempt: Promise<void>) => attempt.then(() => 'sent', describeErrorCause)

/** Starts a mail server for one test, and creates a delivery to it. */
async function startDelivery({ onTestFinished }: TestContext) {
  const server = await startMailServer()
  onTestFinished(server.stop)
  return { server, delivery: createSmtpDelivery(server.url, addresses, timeouts) }
}

test('an attempt ends after 90 s by default, before its lease; TLS is required with a password, except on this machine', async () => {
  using limit = vi.spyOn(AbortSignal, 'timeout')
  await resultOf(createSmtpDelivery('smtp://127.0.0.1:1', addresses).deliver(email, neverAborted))
  expect(limit).toHaveBeenLastCalledWith(90_000)
  const limits = { connectionTimeout: 20_000, greetingTimeout: 20_000, socketTimeout: 30_000 }
  for (const smtp of ['smtp://a:b@mail.example', 'smtp://mail.example', 'smtp://a:b@localhost']) {
    createEmailDelivery({ emailTransport: { smtp }, email: addresses })
    const requireTLS = smtp === 'smtp://a:b@mail.example'
    expect(createTransport).toHaveBeenLastCalledWith({ url: smtp, requireTLS, ...limits })
  }
})

test('the terminal says where emails go, without the password', () => {
  const targets = [{ smtp: 'smtps://user:secret@mail.example:465' }, { folder: '.backend/outbox' }]
  expect(targets.map(describeEmailTransport)).toEqual([
    'Emails are sent to mail.example:465',
    'Emails are written to .backend/outbox (SMTP_URL is not set)',
  ])
})

/** Concurrent, because most of these tests wait for a mail server. */
describe.concurrent('delivery by SMTP', () => {
  test.for<[SmtpFault, string, number]>([
    ['refuse', 'EPROTOCOL 554 CONN', 0],
    ['hang', 'ETIMEDOUT GREETING_TIMEOUT CONN', 0],
    ['temporary', 'EENVELOPE 451 RCPT TO', 0],
    ['permanent', 'EENVELOPE 550 RCPT TO', 0],
    ['reject', 'EMESSAGE 554 DATA', 0],
    ['cut', 'ECONNECTION CONN', 1],
    ['slow', 'sent', 1],
  ])(
    '§12.17 §12.58 the fault "%s" of the server: %s, and the next attempt succeeds',
    async ([fault, result, emailCount], context) => {
      const { server, delivery } = await startDelivery(context)
      const impatient = createSmtpDelivery(server.url, addresses, { ...timeouts, connectMs: 1_500 })
      server.setFault(fault)
      expect(await resultOf((fault === 'hang' ? impatient : delivery).deliver(email, neverAborted))).toBe(result)
      expect(server.emails).toHaveLength(emailCount)
      server.setFault(undefined)
      expect(await resultOf(delivery.deliver(email, neverAborted))).toBe('sent')
      expect(new Set(server.emails.map(({ messageId }) => messageId)).size).toBe(1)
    },
  )

  test('§12.58 names the cause when no connection is made', async (context) => {
    const { server } = await startDelivery(context)
    const impostor = new SMTPServer({ secure: true, authOptional: true, logger: false, closeTimeout: 100 })
    impostor.on('error', () => {})
    const listener = impostor.listen(0, '127.0.0.1')
    context.onTestFinished(() => impostor.close())
    await once(listener, 'listening')
    const deliverTo = (url: string) =>
      resultOf(createSmtpDelivery(url, addresses, timeouts).deliver(email, neverAborted))

    expect(await deliverTo('smtp://127.0.0.1:1')).toBe('ESOCKET ECONNREFUSED CONN')
    expect(await deliverTo('smtp://mail..invalid')).toBe('EDNS ENOTFOUND CONN') // not a name, so no server is asked
    expect(await deliverTo(`smtps://127.0.0.1:${portOf(listener)}`)).toMatch(/^ESOCKET [A-Z_]*CERT[A-Z_]* CONN$/)
    expect(await deliverTo(server.url.replace('smtp:', 'smtps:'))).toBe('ESOCKET ERR_SSL_WRONG_VERSION_NUMBER CONN')
  })

  test('aborts an attempt that takes longer than attemptMs, or whose signal is aborted', async (context) => {
    const { server, delivery } = await startDelivery(context)
    server.setFault('slow')
    const impatient = createSmtpDelivery(server.url, addresses, { ...timeouts, attemptMs: 300 })
    expect(await resultOf(impatient.deliver(email, neverAborted))).toBe('EABORT TimeoutError')
    const abort = new AbortController()
    const attempt = resultOf(delivery.deliver(email, abort.signal))
    abort.abort()
    expect(await attempt).toBe('EABORT AbortError')
  })

  test('sends the password without TLS to this machine only', async ({ onTestFinished }) => {
    const lines: string[] = []
    const eavesdropper = createServer((socket) => {
      socket.on('error', () => {})
      socket.write('220 mail\r\n')
      socket.on('data', (line) => {
        lines.push(String(line))
        socket.write(String(line).startsWith('EHLO') ? '250-mail\r\n250 AUTH PLAIN LOGIN\r\n' : '502 no\r\n')
      })
    }).listen(0, '127.0.0.1')
    onTestFinished(() => void eavesdropper.close())
    await once(eavesdropper, 'listening')
    // 0.0.0.0 is this machine, but not recognized as a loopback address
    const address = `smtp://site:secret@0.0.0.0:${portOf(eavesdropper)}`
    expect(await resultOf(createSmtpDelivery(address, addresses, timeouts).deliver(email, neverAborted))).toBe(
      'ETLS 502 STARTTLS',
    )
    expect(lines.join('')).not.toMatch(/AUTH/)
    const here = createSmtpDelivery(address.replace('0.0.0.0', '127.0.0.1'), addresses, timeouts)
    await resultOf(here.deliver(email, neverAborted))
    expect(lines.join('')).toMatch(/AUTH/)
  })
})

function portOf(listener: Server): number {
  const address = listener.address()
  return address && typeof address === 'object' ? address.port : 0
}
