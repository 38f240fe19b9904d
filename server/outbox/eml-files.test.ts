import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { deleteEmlFiles, listEmlFiles } from './eml-files.ts'
import { createEmlFolderDelivery } from './eml-folder.ts'

const ID = 'a1b2c3d4-0000-4000-8000-000000000000'
const OTHER = 'b1b2c3d4-0000-4000-8000-000000000000'
const NAME = `2025-11-21T12-00-00.123Z-${ID}.eml`

let parent: string
let folder: string

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'eml-'))
  folder = join(parent, 'outbox')
})
afterEach(() => rm(parent, { recursive: true }))

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
