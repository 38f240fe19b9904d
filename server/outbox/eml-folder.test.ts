import { mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { createTestFolder } from '#local-tests/test-folder.ts'
import { parseReceivedEmail } from '#tests/setup/mail-server.ts'
import { createMessage } from '#tests/setup/messages.ts'
import { type ContactEmail, createEmailDelivery } from './email-delivery.ts'
import { deleteEmlFiles, listEmlFiles } from './eml-folder.ts'

const ID = '1b4e28ba-2fa1-4d2e-883f-0016d3cca427'
const OTHER = 'b1b2c3d4-0000-4000-8000-000000000000'
const FILE = `2026-03-01T12-00-00.000Z-${ID}.eml`

const email: ContactEmail = {
  messageId: ID,
  ...createMessage({ message: '.\n😀\nשלום\n.\n' }),
  receivedAt: 0,
  queuedAt: Date.UTC(2026, 2, 1, 12),
}

let folder: string

beforeEach(async () => {
  folder = join(await createTestFolder(), 'backend/outbox')
})

test('writes an email once as a file that only its owner can read', async () => {
  const addresses = { from: 'website@blackland.example', to: 'office@blackland.example' }
  const { deliver } = createEmailDelivery({ emailTransport: { folder }, email: addresses })
  for (let count = 0; count < 2; count++) await deliver(email, new AbortController().signal)
  expect(await listEmlFiles(folder)).toEqual([{ name: FILE, messageId: ID, queuedAt: email.queuedAt }])
  const content = await readFile(join(folder, FILE))
  expect(parseReceivedEmail(content, '')).toMatchObject({
    messageId: `<${ID}@blackland.example>`,
    text: expect.stringContaining(email.message),
  })
  expect((await stat(join(folder, FILE))).mode & 0o777).toBe(0o600)
  expect((await stat(folder)).mode & 0o777).toBe(0o700)
})

test('deletes complete and incomplete emails, and no other files, links or folders', async () => {
  const kept = ['notes.eml', `${FILE}x`, `x${FILE}`, FILE.replace('03-01', '13-45'), FILE.replace(ID, OTHER)]
  const deleted = [FILE, `${FILE}.0b6a7a0e-3c2e-4a53-9d2c-0123456789ab.part`]
  const [link, subfolder] = [`${FILE}.link`, `${FILE}.folder`]
  await mkdir(join(folder, subfolder), { recursive: true })
  for (const name of [...kept, ...deleted]) await writeFile(join(folder, name), name)
  await symlink(join(folder, 'notes.eml'), join(folder, link))
  expect(await deleteEmlFiles(folder, ({ messageId }) => messageId === ID)).toBe(2)
  expect((await readdir(folder)).sort()).toEqual([...kept, link, subfolder].sort())
  await expect(listEmlFiles(join(folder, 'notes.eml'))).rejects.toThrow('ENOTDIR') // is no empty folder
})
