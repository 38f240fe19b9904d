import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Database, Tables } from '#server/database/schema.ts'
import { describeOnEachDatabase } from '#tests/setup/database/describe-on-each-database.ts'
import { parseMessagesCommand } from './messages-command.ts'

vi.mock('#server/database/database-time.ts', () => ({ databaseTime: async () => Date.now() }))

const NOON = Date.UTC(2025, 10, 21, 12)

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOON })
})
afterEach(() => {
  vi.useRealTimers()
})

/** Used by `delete` only (delete-messages.test.ts). */
const DELETE_CONTEXT = { confirm: async () => {}, database: { file: '/no/file' }, emlFolder: '/no/folder' }

/** Runs a command and returns its output. */
async function run(db: Database, args: string, isTerminal = false): Promise<string> {
  const command = parseMessagesCommand(args.split(' '))
  if (typeof command === 'string') return command
  let printed = ''
  const print = async (text: string) => {
    printed += text
  }
  await command(db, { print, isTerminal, ...DELETE_CONTEXT })
  return printed
}

/** `id('a1')` is `a1000000-…`, so that commands can use the prefix `a1`. */
const id = (start: string) => `${start.padEnd(8, '0')}-0000-4000-8000-000000000000`

async function store(
  db: Database,
  start: string,
  message: Partial<Tables['message']>,
  outboxRow?: Partial<Tables['outbox']>,
) {
  const folder = outboxRow ? ({ folder: 'inbox', spam_reason: null } as const) : SPAM
  const defaults = { name: 'Ann', email: 'ann@site.example', message: 'Hello', received_at: NOON - 60_000 }
  const key = { id: id(start), idempotency_key: `key of ${start}` }
  await db
    .insertInto('message')
    .values({ ...defaults, ...folder, ...key, ...message })
    .execute()
  if (!outboxRow) return
  const waiting = { state: 'waiting', attempts: 0, queued_at: NOON, next_attempt_at: NOON } as const
  await db
    .insertInto('outbox')
    .values({ ...waiting, message_id: id(start), ...outboxRow })
    .execute()
}

const SPAM = { folder: 'spam', spam_reason: 'honeypot' } as const

const DEAD = {
  state: 'dead',
  attempts: 80,
  queued_at: 1,
  next_attempt_at: 2,
  last_error: '550 no such mailbox',
} as const

const WAITING = { state: 'waiting', attempts: 0, queued_at: NOON, next_attempt_at: NOON } as const

const outboxRowOf = (db: Database, start: string) =>
  db
    .selectFrom('outbox')
    .select(['state', 'attempts', 'queued_at', 'next_attempt_at'])
    .where('message_id', '=', id(start))
    .executeTakeFirst()

describeOnEachDatabase('npm run messages', (open) => {
  let db: Database
  beforeEach(async () => {
    db = await open()
  })

  test('list prints one line per message, newest first', async () => {
    await store(db, 'a1', { message: 'First\nline' }, { state: 'sent' })
    await store(db, 'b2', { received_at: NOON, name: 'Bo\u001b[31m', message: 'x'.repeat(99) })
    expect(await run(db, 'list')).toBe(
      [
        'ID             RECEIVED (UTC)    FOLDER           EMAIL    FROM                                  MESSAGE',
        `b2000000-0000  2025-11-21 12:00  spam (honeypot)           Bo\\x1b[31m <ann@site.example>         ${'x'.repeat(59)}…`,
        'a1000000-0000  2025-11-21 11:59  inbox            sent     Ann <ann@site.example>                First line',
        '',
      ].join('\n'),
    )
  })

  test.each([
    ['list --folder inbox', ['c3', 'a1']],
    ['list --folder spam', ['b2']],
    ['list --state dead', ['c3']],
    ['list --folder spam --state sent', []],
    ['list --limit 2', ['c3', 'b2']],
  ])('%s', async (args, shown) => {
    await store(db, 'a1', { received_at: 1 }, { state: 'sent' })
    await store(db, 'b2', { received_at: 2 })
    await store(db, 'c3', { received_at: 3 }, DEAD)
    const lines = (await run(db, args)).trimEnd().split('\n').slice(1)
    expect(lines.map((line) => line.slice(0, 2))).toEqual(shown)
  })

  test('list reports when no message matches', async () => expect(await run(db, 'list')).toBe('No messages found.\n'))

  test('show prints all columns of a message and escapes control characters', async () => {
    await store(db, 'a1', { message: 'Line one\n\tline two\u001b[2J 😀' }, DEAD)
    expect(await run(db, 'show A1')).toBe(
      [
        `id            ${id('a1')}`,
        'received      2025-11-21 11:59:00 UTC',
        'folder        inbox',
        'name          Ann',
        'email         ann@site.example',
        'email state   dead',
        'in outbox     1970-01-01 00:00:00 UTC',
        'failed        80 times',
        'last error    550 no such mailbox',
        '',
        'Line one\n\tline two\\x1b[2J 😀\n',
      ].join('\n'),
    )
  })

  test('show prints the spam reason and the time of the next attempt', async () => {
    await store(db, 'a1', {})
    await store(db, 'b2', {}, { attempts: 1 })
    await store(db, 'c3', {}, { state: 'sent', sent_at: NOON })
    expect(await run(db, 'show a1')).toContain('folder        spam (honeypot)\n')
    expect(await run(db, 'show b2')).toContain('next attempt  2025-11-21 12:00:00 UTC\nfailed        once\n')
    expect(await run(db, 'show c3')).toContain('email state   sent\n')
    expect(await run(db, 'show c3')).toContain('sent          2025-11-21 12:00:00 UTC\n')
  })

  test.each([
    ['a', 'Several message ids start with a: specify more of the id'],
    ['a1000000-0000-4000-8000-000000000001', 'Message a1000000-0000-4000-8000-000000000001 not found: see'],
    ['ab', 'Message ab not found: see npm run messages -- list'],
    ['a_', '"a_" is not a message id'],
    ['%', '"%" is not a message id'],
  ])('rejects the id %s', async (given, error) => {
    await store(db, 'a1', {}, {})
    await store(db, 'a2', {}, {})
    for (const command of ['show', 'replay', 'release'])
      await expect(run(db, `${command} ${given}`)).rejects.toThrow(error)
  })

  test('replay retries a dead email for another 72 hours', async () => {
    await store(db, 'a1', {}, DEAD)
    await store(db, 'b2', {}, DEAD)
    expect(await run(db, 'replay a1')).toBe(`The email of message ${id('a1')} is queued again.\n`)
    expect(await outboxRowOf(db, 'a1')).toEqual(WAITING)
    expect((await outboxRowOf(db, 'b2'))?.state).toBe('dead')
  })

  test('replay --dead retries all dead emails, and no others', async () => {
    await store(db, 'a1', {}, DEAD)
    await store(db, 'b2', {}, DEAD)
    await store(db, 'c3', {}, { state: 'sent', attempts: 3 })
    expect(await run(db, 'replay --dead')).toBe('2 emails are queued again.\n')
    expect(await outboxRowOf(db, 'b2')).toEqual(WAITING)
    expect(await outboxRowOf(db, 'c3')).toMatchObject({ state: 'sent', attempts: 3 })
    expect(await run(db, 'replay --dead')).toBe('0 emails are queued again.\n')
  })

  test('replay rejects an email that is not dead', async () => {
    await store(db, 'a1', {}, { state: 'sent' })
    await store(db, 'b2', {})
    await expect(run(db, 'replay a1')).rejects.toThrow(`The email of message ${id('a1')} is not dead`)
    await expect(run(db, 'replay b2')).rejects.toThrow('is in the spam folder and has no email: use release')
  })

  test('release moves spam to the inbox and queues its email once', async () => {
    await store(db, 'a1', {})
    expect(await run(db, 'release a1')).toBe(`Message ${id('a1')} moved to the inbox, and its email is queued.\n`)
    expect(await outboxRowOf(db, 'a1')).toEqual(WAITING)
    const moved = await db.selectFrom('message').select(['folder', 'spam_reason']).execute()
    expect(moved).toEqual([{ folder: 'inbox', spam_reason: null }])
    await expect(run(db, 'release a1')).rejects.toThrow(`The message ${id('a1')} is not in the spam folder`)
  })

  test('list and show print the reason of a message that exceeded a limit', async () => {
    await store(db, 'a1', { spam_reason: 'too-many' })
    expect(await run(db, 'list --folder spam')).toContain('  spam (too-many)  ')
    expect(await run(db, 'show a1')).toContain('folder        spam (too-many)\n')
  })

  test('release --too-many moves all messages that exceeded a limit, and queues their emails', async () => {
    await store(db, 'a1', { spam_reason: 'too-many' })
    await store(db, 'b2', { spam_reason: 'too-many' })
    await store(db, 'c3', {})
    expect(await run(db, 'release --too-many')).toBe('2 messages moved to the inbox.\n')
    for (const start of ['a1', 'b2']) expect(await outboxRowOf(db, start)).toEqual(WAITING)
    expect(await outboxRowOf(db, 'c3')).toBeUndefined()
    const folders = await db.selectFrom('message').select(['folder', 'spam_reason']).orderBy('id').execute()
    expect(folders).toEqual([{ folder: 'inbox', spam_reason: null }, { folder: 'inbox', spam_reason: null }, SPAM])
    expect(await run(db, 'release --too-many')).toBe('0 messages moved to the inbox.\n')
    await expect(run(db, 'release c3 --too-many')).rejects.toThrow('release <id>, or release --too-many')
    await expect(run(db, 'release')).rejects.toThrow('Specify the id of one message')
  })

  test('concurrent releases of one message queue one email', async () => {
    await store(db, 'a1', {})
    const results = await Promise.allSettled([run(db, 'release a1'), run(await open(), 'release a1')])
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await outboxRowOf(db, 'a1')).toEqual(WAITING)
  })

  describe('export', () => {
    let file: string
    beforeEach(async () => {
      file = join(await mkdtemp(join(tmpdir(), 'export-')), 'all.csv')
    })
    afterEach(() => rm(join(file, '..'), { recursive: true }))

    test('writes all messages, oldest first, to a file that only its owner can read', async () => {
      await store(
        db,
        'a1',
        { received_at: 2, message: 'He said "yes",\nand left' },
        { ...DEAD, state: 'sent', sent_at: 3 },
      )
      await store(db, 'b2', { received_at: 1, name: '=HYPERLINK("x")', email: '+1@site.example', message: '-1' })
      expect(await run(db, `export --to ${file}`, true)).toBe(`Exported all messages to ${file}\n`)
      expect(await readFile(file, 'utf8')).toBe(
        [
          '\ufeff"id","received","name","email","message","folder","spam reason","mail","sent","last error"',
          `"${id('b2')}","1970-01-01T00:00:00.001Z","'=HYPERLINK(""x"")","'+1@site.example","'-1","spam","honeypot","","",""`,
          `"${id('a1')}","1970-01-01T00:00:00.002Z","Ann","ann@site.example","He said ""yes"",\nand left","inbox","","sent","1970-01-01T00:00:00.003Z","550 no such mailbox"`,
          '',
        ].join('\r\n'),
      )
      expect((await stat(file)).mode & 0o777).toBe(0o600)
    })

    test('does not overwrite a file, and reports when it cannot write', async () => {
      await writeFile(file, 'mine')
      await expect(run(db, `export --to ${file}`)).rejects.toThrow(`${file} exists already: choose another file`)
      expect(await readFile(file, 'utf8')).toBe('mine')
      await expect(run(db, 'export --to /no/folder/x')).rejects.toThrow('/no/folder/x cannot be written (ENOENT)')
    })

    test('does not write to a terminal', () =>
      expect(run(db, 'export', true)).rejects.toThrow('Set an output file: --to messages.csv'))
  })
})

describe('rejects invalid arguments before the database is opened', () => {
  test.each([
    ['lst', 'Unknown command "lst": use list, show, export, replay, release, delete or --help'],
    ['constructor', 'Unknown command "constructor"'],
    ['list inbox', 'Unexpected argument'],
    ['list --all', 'Unknown option'],
    ['list --folder trash', '--folder must be one of inbox, spam, not "trash"'],
    ['list --state new', '--state must be one of waiting, sent, dead, not "new"'],
    ['list --limit many', '--limit must be a whole number of at least 1'],
    ['list --limit 0', '--limit must be a whole number'],
    ['show', 'Specify the id of one message'],
    ['show a1 b2', 'Specify the id of one message'],
    ['show --dead', 'Unknown option'],
    ['replay', 'Specify an email: replay <id>, or replay --dead for all'],
    ['replay a1 --dead', 'Specify an email'],
    ['release', 'Specify the id of one message'],
    ['delete', 'Specify the id of one message or an email address'],
    ['delete a1 b2', 'Specify the id of one message or an email address'],
    ['delete a1 --too-many', 'Specify the id of one message or an email address'],
    ['delete a1 --force', 'Unknown option'],
    ['export messages.csv', 'Unexpected argument'],
  ])('%s', (args, error) => expect(() => parseMessagesCommand(args.split(' '))).toThrow(error))

  test.each([[[]], [['--help']], [['list', '-h']]])('%j prints the help', (args) =>
    expect(parseMessagesCommand(args)).toContain('npm run messages -- replay --dead'),
  )
})
