import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { formatErrorCodes } from '#server/logging/error-codes.ts'
import { type MailServer, type SmtpFault, startMailServer } from '#tests/setup/server/mail-server.ts'
import type { ContactEmail } from './compose-email.ts'
import type { EmailDelivery } from './email-delivery.ts'
import { createSmtpDelivery } from './smtp-delivery.ts'

const mail: ContactEmail = {
  messageId: '1b4e28ba-2fa1-4d2e-883f-0016d3cca427',
  name: 'Ada Lovelace',
  email: 'ada@engine.example',
  message: '.\n😀\n.\n',
  receivedAt: 0,
  queuedAt: 0,
}
const addresses = { from: 'website@blackland.example', to: 'office@blackland.example' }
const times = { connectMs: 1_000, inactivityMs: 3_000, attemptMs: 5_000 }
const nobodyStops = new AbortController().signal

let server: MailServer
let delivery: EmailDelivery

beforeEach(async () => {
  server = await startMailServer()
  delivery = createSmtpDelivery(server.url, addresses, times)
})
afterEach(() => server.stop())

const reason = (attempt: Promise<void>) => attempt.then(() => 'sent', formatErrorCodes)

test('a mail arrives whole', async () => {
  await delivery.deliver(mail, nobodyStops)
  expect(server.emails).toEqual([
    expect.objectContaining({
      messageId: `<${mail.messageId}@blackland.example>`,
      from: addresses.from,
      to: addresses.to,
      text: expect.stringMatching(/\n\n\.\n😀\n\.\n\n$/u),
    }),
  ])
})

test.each<[SmtpFault, string, number]>([
  ['refuse', 'EPROTOCOL 554 CONN', 0],
  ['hang', 'ETIMEDOUT CONN', 0],
  ['temporary', 'EENVELOPE 451 RCPT TO', 0],
  ['permanent', 'EENVELOPE 550 RCPT TO', 0],
  ['reject', 'EMESSAGE 554 DATA', 0],
  ['cut', 'ECONNECTION CONN', 1],
  ['slow', 'sent', 1],
])('a server with the trouble "%s": %s, and well again afterwards', async (trouble, result, arrived) => {
  server.setFault(trouble)
  expect(await reason(delivery.deliver(mail, nobodyStops))).toBe(result)
  expect(server.emails).toHaveLength(arrived)
  server.setFault(undefined)
  expect(await reason(delivery.deliver(mail, nobodyStops))).toBe('sent')
  expect(new Set(server.emails.map(({ messageId }) => messageId)).size).toBe(1)
})

test('a server that is gone', async () => {
  await server.stop()
  expect(await reason(delivery.deliver(mail, nobodyStops))).toBe('ESOCKET CONN')
})

test('an attempt has an end, however it is drawn out', async () => {
  server.setFault('slow')
  const hasty = createSmtpDelivery(server.url, addresses, { ...times, attemptMs: 400 })
  expect(await reason(hasty.deliver(mail, nobodyStops))).toBe('EABORT')
})

test('is stopped by who stops the worker', async () => {
  server.setFault('slow')
  const stopped = new AbortController()
  const attempt = reason(delivery.deliver(mail, stopped.signal))
  stopped.abort()
  expect(await attempt).toBe('EABORT')
})

test('a certificate that nobody vouches for ends it', async () => {
  const impostor = new SMTPServer({ secure: true, authOptional: true, logger: false, closeTimeout: 100 })
  impostor.on('error', () => {})
  const listener = impostor.listen(0, '127.0.0.1')
  onTestFinished(() => impostor.close())
  await once(listener, 'listening')
  const attempt = createSmtpDelivery(`smtps://127.0.0.1:${portOf(listener)}`, addresses, times).deliver(
    mail,
    nobodyStops,
  )
  await expect(attempt).rejects.toThrow('certificate')
})

test('a password is not sent in the clear to another machine', async () => {
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
  // 0.0.0.0: this machine, by a name that does not say so
  const address = `smtp://site:secret@0.0.0.0:${portOf(eavesdropper)}`
  expect(await reason(createSmtpDelivery(address, addresses, times).deliver(mail, nobodyStops))).toBe(
    'ETLS 502 STARTTLS',
  )
  expect(lines.join('')).not.toMatch(/AUTH/)
})

function portOf(listener: Server): number {
  const address = listener.address()
  return address && typeof address === 'object' ? address.port : 0
}
