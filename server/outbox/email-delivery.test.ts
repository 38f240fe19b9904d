import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { describeErrorCause } from '#server/logging/serialize-error.ts'
import { type MailServer, type SmtpFault, startMailServer } from '#tests/setup/server/mail-server.ts'
import type { ContactEmail, EmailDelivery } from './email-delivery.ts'
import { createSmtpDelivery } from './email-delivery.ts'

const email: ContactEmail = {
  messageId: '1b4e28ba-2fa1-4d2e-883f-0016d3cca427',
  name: 'Ada Lovelace',
  email: 'ada@engine.example',
  message: '.\n😀\n.\n',
  receivedAt: 0,
  queuedAt: 0,
}
const addresses = { from: 'website@blackland.example', to: 'office@blackland.example' }
const timeouts = { connectMs: 1_000, inactivityMs: 3_000, attemptMs: 5_000 }
const neverAborted = new AbortController().signal

let server: MailServer
let delivery: EmailDelivery

beforeEach(async () => {
  server = await startMailServer()
  delivery = createSmtpDelivery(server.url, addresses, timeouts)
})
afterEach(() => server.stop())

const resultOf = (attempt: Promise<void>) => attempt.then(() => 'sent', describeErrorCause)

test.each<[SmtpFault, string, number]>([
  ['refuse', 'EPROTOCOL 554 CONN', 0],
  ['hang', 'ETIMEDOUT GREETING_TIMEOUT CONN', 0],
  ['temporary', 'EENVELOPE 451 RCPT TO', 0],
  ['permanent', 'EENVELOPE 550 RCPT TO', 0],
  ['reject', 'EMESSAGE 554 DATA', 0],
  ['cut', 'ECONNECTION CONN', 1],
  ['slow', 'sent', 1],
])('the fault "%s" of the server: %s, and the next attempt succeeds', async (fault, result, emailCount) => {
  server.setFault(fault)
  expect(await resultOf(delivery.deliver(email, neverAborted))).toBe(result)
  expect(server.emails).toHaveLength(emailCount)
  server.setFault(undefined)
  expect(await resultOf(delivery.deliver(email, neverAborted))).toBe('sent')
  expect(new Set(server.emails.map(({ messageId }) => messageId)).size).toBe(1)
})

test('names the cause when no connection is made', async () => {
  const impostor = new SMTPServer({ secure: true, authOptional: true, logger: false, closeTimeout: 100 })
  impostor.on('error', () => {})
  const listener = impostor.listen(0, '127.0.0.1')
  onTestFinished(() => impostor.close())
  await once(listener, 'listening')
  const deliverTo = (url: string) => resultOf(createSmtpDelivery(url, addresses, timeouts).deliver(email, neverAborted))

  expect(await deliverTo('smtp://127.0.0.1:1')).toBe('ESOCKET ECONNREFUSED CONN')
  expect(await deliverTo('smtp://mail..invalid')).toBe('EDNS ENOTFOUND CONN') // not a name, so no server is asked
  expect(await deliverTo(`smtps://127.0.0.1:${portOf(listener)}`)).toMatch(/^ESOCKET [A-Z_]*CERT[A-Z_]* CONN$/)
  expect(await deliverTo(server.url.replace('smtp:', 'smtps:'))).toBe('ESOCKET ERR_SSL_WRONG_VERSION_NUMBER CONN')
})

test('aborts an attempt that takes longer than attemptMs, or whose signal is aborted', async () => {
  server.setFault('slow')
  const impatient = createSmtpDelivery(server.url, addresses, { ...timeouts, attemptMs: 400 })
  expect(await resultOf(impatient.deliver(email, neverAborted))).toBe('EABORT TimeoutError')
  const abort = new AbortController()
  const attempt = resultOf(delivery.deliver(email, abort.signal))
  abort.abort()
  expect(await attempt).toBe('EABORT AbortError')
})

test('does not send the password without TLS to another machine', async () => {
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
})

function portOf(listener: Server): number {
  const address = listener.address()
  return address && typeof address === 'object' ? address.port : 0
}
