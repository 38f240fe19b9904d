import { expect, test } from 'vitest'
import { mailLink } from './mail.ts'

const message = { name: 'Ada Lovelace', email: 'ada@engine.example', message: 'Sixteen miles.' }

/** What a mail program makes of a link. */
function opened(link: string) {
  const { protocol, pathname, searchParams } = new URL(link)
  return {
    protocol,
    to: decodeURIComponent(pathname),
    subject: searchParams.get('subject'),
    body: searchParams.get('body'),
  }
}

test('the message stands in the mail, signed', () => {
  expect(opened(mailLink('office@pipe.example', 'Contact Us', message))).toEqual({
    protocol: 'mailto:',
    to: 'office@pipe.example',
    subject: 'Contact Us: Ada Lovelace',
    body: 'Sixteen miles.\r\n\r\nAda Lovelace\r\nada@engine.example\r\n',
  })
})

test.each(['100 % & more? #1 = 1+1', 'Größe 😀 “quoted”', 'a\nb\r\nc', '&bcc=all@pipe.example'])(
  'nothing of %j is lost or becomes a header',
  (text) => {
    const { body } = opened(mailLink('office@pipe.example', 'Hi', { ...message, message: text }))
    expect(body?.split('\r\n\r\nAda')[0]).toBe(text.replace(/\r?\n/g, '\r\n'))
  },
)

test('an address keeps its own signs', () => {
  expect(mailLink('a+b&c@pipe.example', 'Hi', message)).toMatch(/^mailto:a%2Bb%26c@pipe\.example\?subject=/)
})

test('half a surrogate pair, which cannot be encoded, does not stop the message', () => {
  const { body } = opened(mailLink('office@pipe.example', 'Hi', { ...message, message: 'x\ud83d' }))
  expect(body).toContain('x\ufffd')
})
