import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { receivedMail } from '#tests/setup/received-mail.ts'
import { openDelivery } from './delivery.ts'
import type { MessageMail } from './mail.ts'
import { mailsGoTo } from './mails-go-to.ts'
import { reasonOf } from './reason.ts'

const mail: MessageMail = {
  messageId: '1b4e28ba-2fa1-4d2e-883f-0016d3cca427',
  name: 'Ada Lovelace',
  email: 'ada@engine.example',
  message: '.\n😀\nשלום\n.\n',
  receivedAt: 0,
  queuedAt: Date.UTC(2026, 2, 1, 12),
}
const FILE = '2026-03-01T12-00-00.000Z-1b4e28ba-2fa1-4d2e-883f-0016d3cca427.eml'
const nobodyStops = new AbortController().signal

let parent: string
let folder: string

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'outbox-'))
  folder = join(parent, 'outbox')
})
afterEach(() => rm(parent, { recursive: true }))

const toFolder = () =>
  openDelivery({ transport: { folder }, mail: { from: 'website@blackland.example', to: 'office@blackland.example' } })

test('without a mail server a mail is a file, for its owner alone', async () => {
  await toFolder().deliver(mail, nobodyStops)
  expect(await readdir(folder)).toEqual([FILE])
  const content = await readFile(join(folder, FILE))
  expect(receivedMail(content, '')).toMatchObject({
    messageId: `<${mail.messageId}@blackland.example>`,
    text: expect.stringContaining(mail.message),
  })
  expect((await stat(join(folder, FILE))).mode & 0o777).toBe(0o600)
  expect((await stat(folder)).mode & 0o777).toBe(0o700)
})

test('a second attempt writes the same file', async () => {
  await toFolder().deliver(mail, nobodyStops)
  await toFolder().deliver(mail, nobodyStops)
  expect(await readdir(folder)).toEqual([FILE])
})

test('a folder that cannot be is a failure, as a mail server that is gone', async () => {
  await writeFile(folder, '')
  expect(
    await toFolder()
      .deliver(mail, nobodyStops)
      .then(() => 'written', reasonOf),
  ).toBe('EEXIST')
})

test('the line for people says where, and no password', () => {
  expect(mailsGoTo({ smtp: 'smtps://site:secret@mail.example:465' })).toBe('Mails go to mail.example:465')
  expect(mailsGoTo({ folder: '.backend/outbox' })).toBe('Mails are written to .backend/outbox (SMTP_URL is not set)')
})
