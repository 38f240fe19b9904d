import { type FileHandle, mkdir, mkdtemp, open, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { formatErrorCodes } from '#server/logging/error-codes.ts'
import { parseReceivedEmail } from '#tests/setup/server/received-email.ts'
import type { ContactEmail } from './compose-email.ts'
import { describeEmailTransport } from './describe-transport.ts'
import { createEmailDelivery } from './email-delivery.ts'

const mail: ContactEmail = {
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
  createEmailDelivery({
    emailTransport: { folder },
    email: { from: 'website@blackland.example', to: 'office@blackland.example' },
  })

test('without a mail server a mail is a file, for its owner alone', async () => {
  await toFolder().deliver(mail, nobodyStops)
  expect(await readdir(folder)).toEqual([FILE])
  const content = await readFile(join(folder, FILE))
  expect(parseReceivedEmail(content, '')).toMatchObject({
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

test('the part file of a process that was killed while it wrote a mail is removed, not delivered', async () => {
  await mkdir(folder)
  const part = join(folder, `${FILE}.0b6a7a0e-3c2e-4a53-9d2c-0123456789ab.part`)
  await writeFile(part, 'half')
  const twoDaysAgo = Date.now() / 1_000 - 2 * 24 * 60 * 60
  await utimes(part, twoDaysAgo, twoDaysAgo)
  await toFolder().deliver(mail, nobodyStops)
  expect(await readdir(folder)).toEqual([FILE])
})

test('mails and new folders are on the disk when deliver resolves', async () => {
  const sync = vi.spyOn(await fileHandlePrototype(), 'sync')
  folder = join(parent, 'a/b/outbox')
  await toFolder().deliver(mail, nobodyStops)
  expect(sync).toHaveBeenCalledTimes(5) // parent, a, b; the mail; outbox
  await toFolder().deliver(mail, nobodyStops)
  expect(sync).toHaveBeenCalledTimes(7)
  sync.mockRestore()
})

/** The class of opened files, which node:fs/promises does not export. */
async function fileHandlePrototype(): Promise<FileHandle> {
  await using file = await open(parent)
  return Object.getPrototypeOf(file)
}

test('a folder that cannot be is a failure, as a mail server that is gone', async () => {
  await writeFile(folder, '')
  expect(
    await toFolder()
      .deliver(mail, nobodyStops)
      .then(() => 'written', formatErrorCodes),
  ).toBe('EEXIST')
})

test('the line for people says where, and no password', () => {
  expect(describeEmailTransport({ smtp: 'smtps://site:secret@mail.example:465' })).toBe('Mails go to mail.example:465')
  expect(describeEmailTransport({ folder: '.backend/outbox' })).toBe(
    'Mails are written to .backend/outbox (SMTP_URL is not set)',
  )
})
