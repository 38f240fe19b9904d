import fc from 'fast-check'
import MailComposer from 'nodemailer/lib/mail-composer'
import { expect, test } from 'vitest'
import { parseReceivedEmail } from '#tests/setup/server/received-email.ts'
import { type ContactEmail, composeEmail } from './email-delivery.ts'

const contactEmail: ContactEmail = {
  messageId: '1b4e28ba-2fa1-4d2e-883f-0016d3cca427',
  name: 'Ada Lovelace',
  email: 'ada@engine.example',
  message: 'Sixteen miles, by May.\nIs that possible?',
  receivedAt: Date.UTC(2026, 2, 1, 12),
  queuedAt: Date.UTC(2026, 2, 4, 8, 30),
}
const addresses = { from: 'website@blackland.example', to: 'office@blackland.example' }

async function composeAndParse(changes: Partial<ContactEmail> = {}) {
  const raw = await new MailComposer(composeEmail({ ...contactEmail, ...changes }, addresses)).compile().build()
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

test('composes the same email at every attempt', async () =>
  expect((await composeAndParse()).raw).toBe((await composeAndParse()).raw))

test.each([
  ['5000 emoji', '😀'.repeat(5_000)],
  ['right-to-left', 'שלום, صباح الخير\u200f'],
  ['lines that look like SMTP commands', '.\n..\nFrom me\nQUIT\nDATA\n.'],
  ['white space at the ends of lines', '  a  \n\tb\t\n\n\n'],
  ['characters with a meaning in quoted-printable', '=\n=3D=\n=\n'],
  ['encoded words and HTML', '=?utf-8?B?QWRh?= <b>&amp;</b>'],
])('keeps a message with %s unchanged', async (_, message) => {
  const { text, raw } = await composeAndParse({ name: message.replaceAll(/[\n\t]/g, ' ').slice(0, 75), message })
  expect(text.slice(text.indexOf('\n\n', text.indexOf('Number')) + 2)).toBe(`${message}\n`)
  expect(Math.max(...raw.split('\r\n').map((line) => line.length))).toBeLessThanOrEqual(76)
})

test('no header contains text of the visitor', async () => {
  const { headers } = await composeAndParse()
  const anyText = fc.string({ unit: 'binary', maxLength: 75 })
  const attack = fc.constantFrom('x\r\nBcc: all@world.example', 'x\nTo: a@b', '"><a@b>', '=?utf-8?Q?=0D=0ABcc:?=')
  await fc.assert(
    fc.asyncProperty(fc.oneof(anyText, attack), async (text) => {
      expect((await composeAndParse({ name: text, email: text, message: text })).headers).toEqual(headers)
    }),
  )
})
