import { readdirSync, readFileSync } from 'node:fs'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { sql } from 'kysely'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { openDatabase } from '#server/database/open-database.ts'
import type { Database, Tables } from '#server/database/schema.ts'
import { createTestDatabase } from '#tests/setup/backend.ts'
import { insertMessage, insertQueuedEmail, readOutboxRow } from '#tests/setup/messages.ts'
import { runMessagesCommand } from './messages-command.ts'

const NOON = Date.UTC(2025, 10, 21, 12)

/** The database stays open, as it does while the server runs. */
let db: Database
let database: Awaited<ReturnType<typeof createTestDatabase>>

beforeEach(async () => {
  database = await createTestDatabase()
  db = database.db
})

/** Runs a command. Returns its lines and questions. */
async function run(args: string, answer = async () => {}): Promise<string> {
  const lines: string[] = []
  const print = async (line: string) => void lines.push(`${line}\n`)
  const confirm = (question: string) => print(question).then(answer)
  const storage = { database: { file: database.file }, emlFolder: join(dirname(database.file), 'outbox') }
  await runMessagesCommand(args.split(' '), { getStorage: () => storage, print, confirm })
  return lines.join('')
}

/** `id('a1')` is `a1000000-…`, so that commands can use the prefix `a1`. */
const id = (start: string) => `${start.padEnd(8, '0')}-0000-4000-8000-000000000000`

async function store(start: string, message: Partial<Tables['message']>, outboxRow?: Partial<Tables['outbox']>) {
  const ann = { id: id(start), name: 'Ann', email: 'ann@site.example', received_at: NOON, ...message }
  if (outboxRow)
    await insertQueuedEmail(db, { ...ann, outbox: { queued_at: NOON, next_attempt_at: NOON, ...outboxRow } })
  else await insertMessage(db, { ...SPAM, ...ann })
}

const INBOX = { folder: 'inbox', spam_reason: null } as const
const SPAM = { folder: 'spam', spam_reason: 'honeypot' } as const
const DEAD = { state: 'dead', attempts: 80, queued_at: 1, next_attempt_at: 2, last_error: '550 no mailbox' } as const

const stateOf = async (start: string) => (await readOutboxRow(db, id(start))).state

test('§12.27 list prints one line per message, newest first, with control characters escaped', async () => {
  expect(await run('list')).toBe('No messages found.\n')
  await store('a1', { message: 'First\nline', received_at: NOON - 60_000 }, { state: 'sent' })
  await store('b2', { name: 'Bo\u001b[31m', message: '😀'.repeat(99) })
  expect(await run('list')).toBe(
    [
      'ID             RECEIVED (UTC)    FOLDER           EMAIL    FROM                                  MESSAGE',
      `b2000000-0000  2025-11-21 12:00  spam (honeypot)           Bo\\x1b[31m <ann@site.example>         ${'😀'.repeat(59)}…`,
      'a1000000-0000  2025-11-21 11:59  inbox            sent     Ann <ann@site.example>                First line',
      '',
    ].join('\n'),
  )
})

test.each([
  ['--folder inbox', ['c3', 'a1']],
  ['--state dead', ['c3']],
  ['--folder spam --state sent', []],
  ['--limit 2', ['c3', 'b2']],
])('§12.18 §12.27 list selects by folder, state and number: %s', async (options, ids) => {
  await store('a1', { received_at: 1 }, { state: 'sent' })
  await store('b2', { received_at: 2 })
  await store('c3', { received_at: 3 }, DEAD)
  expect((await run(`list ${options}`)).match(/^[a-c]\d/gm) ?? []).toEqual(ids)
})

test('§12.27 show prints all columns of a message', async () => {
  await store('a1', { message: 'Line one\r\n\tline two\u001b[2J\r😀' }, DEAD)
  await store('b2', { spam_reason: 'too-many' })
  await store('c3', {}, { attempts: 1 })
  await store('d4', {}, { state: 'sent', sent_at: NOON })
  expect(await run('show A1')).toBe(
    [
      `id            ${id('a1')}`,
      'received      2025-11-21 12:00:00 UTC',
      'folder        inbox',
      'name          Ann',
      'email         ann@site.example',
      'email state   dead',
      'in outbox     1970-01-01 00:00:00 UTC',
      'failed        80 times',
      'last error    550 no mailbox',
      '',
      'Line one\n\tline two\\x1b[2J\\x0d😀\n',
    ].join('\n'),
  )
  expect(await run('show b2')).toContain('folder        spam (too-many)\n')
  expect(await run('show d4')).toContain('sent          2025-11-21 12:00:00 UTC\n')
  expect(await run('show c3')).toContain('next attempt  2025-11-21 12:00:00 UTC\nfailed        once\n')
})

test.each([
  ['show a', 'Several message ids start with a: specify more of the id'],
  ['replay a9', 'Message a9 not found: see npm run messages -- list'],
  ['delete a_', '"a_" is not a message id'],
  ['replay', 'Name one message, or use --dead'],
  ['release a1 --too-many', 'Name one message, or use --too-many'],
  ['replay ', '"" is not a message id'],
  ['release ', '"" is not a message id'],
  ['release a1', 'is not in the spam folder'],
  ['replay a1', 'has no dead email'],
  ['export ../%@site.example', 'No message from ../%@site.example'],
  ['export ann ann.csv', 'ann is not an email address'],
  ['delete --too-many', 'No message exceeded a limit'],
  ['delete \u001b[2J@site.example', 'No message from \\x1b[2J@site.example'],
  ['list --limit 0', 'use a whole number of at least 1'],
])('rejects %s', async (args, error) => {
  await store('a1', {}, {})
  await store('a2', {}, {})
  await expect(run(args)).rejects.toThrow(error)
})

test('§12.18 §12.27 replay retries one dead email or all of them for another 72 hours', async () => {
  for (const start of ['a1', 'b2', 'c3']) await store(start, {}, DEAD)
  await store('d4', {}, { state: 'sent', attempts: 3 })
  expect(await run('replay a1')).toBe('1 email queued again\n')
  expect([await stateOf('a1'), await stateOf('b2')]).toEqual(['waiting', 'dead'])
  const row = await readOutboxRow(db, id('a1'))
  expect(row).toMatchObject({ attempts: 0, queued_at: row.next_attempt_at })
  expect(row.queued_at).toBeGreaterThan(NOON)
  expect(await run('replay --dead')).toBe('2 emails queued again\n')
  expect([await stateOf('c3'), await stateOf('d4')]).toEqual(['waiting', 'sent'])
})

test('§12.27 release moves one message, or all that exceeded a limit, to the inbox and queues their emails', async () => {
  await store('a1', {})
  await store('b2', { spam_reason: 'too-many' })
  await store('c3', {})
  await store('d4', { spam_reason: 'too-many' })
  expect(await run('release a1')).toBe('1 message moved to the inbox, with the email queued\n')
  expect(await run('release --too-many')).toBe('2 messages moved to the inbox, with the emails queued\n')
  expect([await stateOf('a1'), await stateOf('b2')]).toEqual(['waiting', 'waiting'])
  const folders = await db.selectFrom('message').select(['folder', 'spam_reason']).orderBy('id').execute()
  expect(folders).toEqual([INBOX, INBOX, SPAM, INBOX])
  await expect(run('release a1')).rejects.toThrow('is not in the spam folder')
})

test('§12.27 export writes all messages to a new file that only its owner can read', async () => {
  await store('a1', { received_at: 2, message: 'He said "yes",\nand left' }, { ...DEAD, state: 'sent', sent_at: 3 })
  await store('b2', { received_at: 1, name: '=HYPERLINK("x")', email: '+1@site.example', message: '-1' })
  const file = join(dirname(database.file), 'all.csv')
  expect(await run(`export ${file}`)).toBe(`Exported all messages to ${file}\n`)
  expect(await readFile(file, 'utf8')).toBe(
    [
      '\ufeff"id","received","name","email","message","folder","spam reason","mail","sent","last error"',
      `"${id('b2')}","1970-01-01T00:00:00.001Z","'=HYPERLINK(""x"")","'+1@site.example","'-1","spam","honeypot","","",""`,
      `"${id('a1')}","1970-01-01T00:00:00.002Z","Ann","ann@site.example","He said ""yes"",\nand left","inbox","","sent","1970-01-01T00:00:00.003Z","550 no mailbox"`,
      '',
    ].join('\r\n'),
  )
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  await writeFile(file, 'mine')
  await expect(run(`export ${file}`)).rejects.toThrow(`${file} cannot be written: EEXIST: file already exists`)
  expect(await readFile(file, 'utf8')).toBe('mine')
})

test('§12.28 export with an email address writes every message of that person, in each folder and state, and no other', async () => {
  await store('a1', { received_at: 2, message: '=1' }, { state: 'sent', sent_at: 3 })
  await store('b2', { received_at: 1, email: 'ANN@Site.example' }, DEAD)
  await store('c3', { received_at: 3 })
  await store('d4', { email: 'ann@site.example.org' }, {})
  const folder = dirname(database.file)
  const file = join(folder, 'ann.csv')
  expect(await run(`export ann@site.example ${file}`)).toBe(`Exported 3 messages of ann@site.example to ${file}\n`)
  const all = join(folder, 'all.csv')
  await run(`export ${all}`)
  const others = (await readFile(all, 'utf8')).split('\r\n').filter((line) => !line.startsWith(`"${id('d4')}`))
  expect(await readFile(file, 'utf8')).toBe(others.join('\r\n'))
  const cwd = vi.spyOn(process, 'cwd').mockReturnValue(folder)
  onTestFinished(() => cwd.mockRestore())
  const named = join(folder, 'ann@site.example.csv')
  expect(await run('export ann@site.example')).toBe(`Exported 3 messages of ann@site.example to ${named}\n`)
  await expect(run('export ann@site.example')).rejects.toThrow(`${named} cannot be written: EEXIST`)
})

const listIds = async () => (await db.selectFrom('message').select('id').execute()).map((row) => row.id)

describe('delete', () => {
  test('§12.27 §12.28 deletes the messages of a person after a confirmation, and says what stays elsewhere', async () => {
    await store('a1', {}, { state: 'sent' })
    await store('b2', { email: 'ANN@site.example' }, {})
    await store('c3', { email: 'bo@site.example' })
    const no = () => Promise.reject(new Error('Nothing was changed.'))
    await expect(run('delete ann@site.example', no)).rejects.toThrow('Nothing was changed.')
    expect(await listIds()).toHaveLength(3)
    const printed = await run('delete ann@site.example')
    expect(printed).toMatch(/^a1000000-.*\nb2000000-.*\n1 email of them will not be sent to the office$/m)
    expect(printed).toContain('\nDelete them permanently?\nDeleted: 2 messages, 0 .eml files\n')
    expect(printed).toContain('Not deleted: emails in the office’s mailbox, and backups')
    expect(await listIds()).toEqual([id('c3')])
  })

  test('--too-many deletes the messages that exceeded a limit, with --yes without a question', async () => {
    for (let n = 10; n < 70; n++) await store(`${n}`, { spam_reason: 'too-many' })
    await store('b2', {})
    expect((await run('list')).match(/^\w{8}-/gm), 'by default').toHaveLength(50)
    const printed = await run('delete --too-many --yes')
    expect(printed).toContain('… and 40 other messages\nDeleted: 60 messages')
    expect(await listIds()).toEqual([id('b2')])
  })

  test('§12.28 no file of the database contains the text afterwards', async () => {
    // Rows of many sizes that move between pages, without `secure_delete`, which would overwrite deleted rows.
    await sql`pragma secure_delete = off`.execute(db)
    for (let n = 0; n < 120; n++) {
      const email = n % 3 === 0 ? 'ann@erased.example' : 'bo@kept.example'
      await insertQueuedEmail(db, { email, message: `Secret words of number ${n}. `.repeat(1 + ((n * 37) % 60)) })
      const name = `Moved by number ${n}`
      if (n % 3 === 2) await db.updateTable('message').set({ name }).execute()
    }
    const folder = dirname(database.file)
    const names = () => readdirSync(folder).filter((name) => name.startsWith(basename(database.file)))
    const filesWith = (text: string) => names().filter((name) => readFileSync(join(folder, name)).includes(text))
    expect(await run('delete ann@erased.example')).toContain('was rewritten and no longer contains their text\n')
    expect(filesWith('ann@erased.example')).toEqual([])
    for (let n = 0; n < 120; n += 3) expect(filesWith(`Secret words of number ${n}.`)).toEqual([])
    expect(filesWith('bo@kept.example')).toEqual([basename(database.file)])
  })

  test('reports which data remain when the file cannot be rewritten', async () => {
    await store('a1', {}, {})
    const reader = await openDatabase({ file: database.file })
    onTestFinished(() => reader.destroy())
    await sql`begin`.execute(reader)
    await reader.selectFrom('message').select('id').execute()
    let seconds = 0
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => ++seconds * 1_000) // no wait of 3 seconds
    onTestFinished(() => clock.mockRestore())
    await expect(run('delete a1 --yes')).rejects.toThrow(
      `The messages are deleted, but ${database.file} could not be rewritten (the write-ahead log is in use) and may still contain`,
    )
    expect(await listIds()).toEqual([])
  })
})
