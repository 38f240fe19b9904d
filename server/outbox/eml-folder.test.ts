import {
  type FileHandle,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { formatErrorCodes } from '#server/logging/serialize-error.ts'
import { parseReceivedEmail } from '#tests/setup/server/received-email.ts'
import type { ContactEmail } from './compose-email.ts'
import { createEmailDelivery } from './email-delivery.ts'
import { deleteEmlFiles, listEmlFiles } from './eml-files.ts'
import { createEmlFolderDelivery } from './eml-folder.ts'

const email: ContactEmail = {
  messageId: '1b4e28ba-2fa1-4d2e-883f-0016d3cca427',
  name: 'Ada Lovelace',
  email: 'ada@engine.example',
  message: '.\n😀\nשלום\n.\n',
  receivedAt: 0,
  queuedAt: Date.UTC(2026, 2, 1, 12),
}
const FILE = '2026-03-01T12-00-00.000Z-1b4e28ba-2fa1-4d2e-883f-0016d3cca427.eml'
const neverAborted = new AbortController().signal

let parent: string
let folder: string

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'outbox-'))
  folder = join(parent, 'outbox')
})
afterEach(() => rm(parent, { recursive: true }))

const createDelivery = () =>
  createEmailDelivery({
    emailTransport: { folder },
    email: { from: 'website@blackland.example', to: 'office@blackland.example' },
  })

test('writes an email as a file that only its owner can read', async () => {
  await createDelivery().deliver(email, neverAborted)
  expect(await readdir(folder)).toEqual([FILE])
  const content = await readFile(join(folder, FILE))
  expect(parseReceivedEmail(content, '')).toMatchObject({
    messageId: `<${email.messageId}@blackland.example>`,
    text: expect.stringContaining(email.message),
  })
  expect((await stat(join(folder, FILE))).mode & 0o777).toBe(0o600)
  expect((await stat(folder)).mode & 0o777).toBe(0o700)
})

test('a second attempt replaces the file', async () => {
  await createDelivery().deliver(email, neverAborted)
  await createDelivery().deliver(email, neverAborted)
  expect(await readdir(folder)).toEqual([FILE])
})

test('removes the part file of a process that was killed while writing an email', async () => {
  await mkdir(folder)
  const part = join(folder, `${FILE}.0b6a7a0e-3c2e-4a53-9d2c-0123456789ab.part`)
  await writeFile(part, 'half')
  const twoDaysAgo = Date.now() / 1_000 - 2 * 24 * 60 * 60
  await utimes(part, twoDaysAgo, twoDaysAgo)
  await createDelivery().deliver(email, neverAborted)
  expect(await readdir(folder)).toEqual([FILE])
})

test('emails and new folders are synced to the disk when deliver resolves', async () => {
  const sync = vi.spyOn(await fileHandlePrototype(), 'sync')
  folder = join(parent, 'a/b/outbox')
  await createDelivery().deliver(email, neverAborted)
  expect(sync).toHaveBeenCalledTimes(5) // parent, a, b; the email; outbox
  await createDelivery().deliver(email, neverAborted)
  expect(sync).toHaveBeenCalledTimes(7)
  sync.mockRestore()
})

/** The prototype of file handles. node:fs/promises does not export their class. */
async function fileHandlePrototype(): Promise<FileHandle> {
  await using file = await open(parent)
  return Object.getPrototypeOf(file)
}

test('rejects when the folder cannot be created', async () => {
  await writeFile(folder, '')
  expect(
    await createDelivery()
      .deliver(email, neverAborted)
      .then(() => 'written', formatErrorCodes),
  ).toBe('EEXIST')
})

const ID = 'a1b2c3d4-0000-4000-8000-000000000000'
const OTHER = 'b1b2c3d4-0000-4000-8000-000000000000'
const NAME = `2025-11-21T12-00-00.123Z-${ID}.eml`

test('lists a delivered email with its message id and time', async () => {
  const { deliver } = createEmlFolderDelivery(folder, { from: 'website@site.example', to: 'office@site.example' })
  const queuedAt = Date.UTC(2025, 10, 21, 12, 0, 0, 123)
  const email = { name: 'Ann', email: 'ann@site.example', message: 'Hello', receivedAt: queuedAt, queuedAt }
  await deliver({ ...email, messageId: ID }, new AbortController().signal)
  expect(await listEmlFiles(folder)).toEqual([{ name: NAME, messageId: ID, queuedAt, isComplete: true }])
})

test('a folder that does not exist has no emails', async () => expect(await listEmlFiles(folder)).toEqual([]))

test('deletes complete and incomplete emails, and no other files', async () => {
  const kept = ['notes.eml', `${NAME}x`, `x${NAME}`, NAME.replace('11-21', '13-45'), NAME.replace(ID, OTHER)]
  const deleted = [NAME, `.${NAME}.unfinished`, `${NAME}.0b6a7a0e-3c2e-4a53-9d2c-0123456789ab.part`]
  await mkdir(folder)
  for (const name of [...kept, ...deleted]) await writeFile(join(folder, name), name)
  expect(await deleteEmlFiles(folder, ({ messageId }) => messageId === ID)).toBe(1)
  expect((await readdir(folder)).sort()).toEqual(kept.sort())
})

test('ignores links and folders with the name of an email', async () => {
  await mkdir(join(folder, NAME), { recursive: true })
  const target = join(parent, 'target')
  await writeFile(target, 'kept')
  await symlink(target, join(folder, NAME.replace(ID, OTHER)))
  expect(await listEmlFiles(folder)).toEqual([])
  expect(await deleteEmlFiles(folder, () => true)).toBe(0)
  expect(await readdir(folder)).toHaveLength(2)
})
