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

/** For `delete` (delete-command.test.ts). */
const UNUSED = { confirm: async () => {}, database: { file: '/no/file' }, emlFolder: '/no/folder' }

/** Runs a command and answers with what it printed. */
async function run(db: Database, args: string, isTerminal = false): Promise<string> {
  const command = parseMessagesCommand(args.split(' '))
  if (typeof command === 'string') return command
  let printed = ''
  const print = async (text: string) => {
    printed += text
  }
  await command(db, { print, isTerminal, ...UNUSED })
  return printed
}

/** As in `id('a1')`: a1000000-…; what somebody types is the beginning. */
const id = (start: string) => `${start.padEnd(8, '0')}-0000-4000-8000-000000000000`

async function store(
  db: Database,
  start: string,
  message: Partial<Tables['message']>,
  mail?: Partial<Tables['outbox']>,
) {
  const folder = mail ? ({ folder: 'inbox', spam_reason: null } as const) : SPAM
  const usual = { name: 'Ann', email: 'ann@site.example', message: 'Hello', received_at: NOON - 60_000 }
  const key = { id: id(start), idempotency_key: `key of ${start}` }
  await db
    .insertInto('message')
    .values({ ...usual, ...folder, ...key, ...message })
    .execute()
  if (!mail) return
  const waiting = { state: 'waiting', attempts: 0, queued_at: NOON, next_attempt_at: NOON } as const
  await db
    .insertInto('outbox')
    .values({ ...waiting, message_id: id(start), ...mail })
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

const mailOf = (db: Database, start: string) =>
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

  test('list shows a line for each message, the newest first', async () => {
    await store(db, 'a1', { message: 'First\nline' }, { state: 'sent' })
    await store(db, 'b2', { received_at: NOON, name: 'Bo\u001b[31m', message: 'x'.repeat(99) })
    expect(await run(db, 'list')).toBe(
      [
        'ID             RECEIVED (UTC)    FOLDER           MAIL     FROM                                  MESSAGE',
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

  test('list says when there is nothing', async () =>
    expect(await run(db, 'list')).toBe('There are no such messages.\n'))

  test('show prints everything of a message, and nothing that a terminal obeys', async () => {
    await store(db, 'a1', { message: 'Line one\n\tline two\u001b[2J 😀' }, DEAD)
    expect(await run(db, 'show A1')).toBe(
      [
        `id            ${id('a1')}`,
        'received      2025-11-21 11:59:00 UTC',
        'folder        inbox',
        'name          Ann',
        'e-mail        ann@site.example',
        'mail          dead',
        'in outbox     1970-01-01 00:00:00 UTC',
        'failed        80 times',
        'last error    550 no such mailbox',
        '',
        'Line one\n\tline two\\x1b[2J 😀\n',
      ].join('\n'),
    )
  })

  test('show says why a message is spam, and when a mail is tried next', async () => {
    await store(db, 'a1', {})
    await store(db, 'b2', {}, { attempts: 1 })
    await store(db, 'c3', {}, { state: 'sent', sent_at: NOON })
    expect(await run(db, 'show a1')).toContain('folder        spam (honeypot)\n')
    expect(await run(db, 'show b2')).toContain('next attempt  2025-11-21 12:00:00 UTC\nfailed        once\n')
    expect(await run(db, 'show c3')).toContain('mail          sent\n')
    expect(await run(db, 'show c3')).toContain('sent          2025-11-21 12:00:00 UTC\n')
  })

  test.each([
    ['a', 'Several messages begin with a: give more of the id'],
    ['a1000000-0000-4000-8000-000000000001', 'There is no message a1000000-0000-4000-8000-000000000001: see'],
    ['ab', 'There is no message ab: see npm run messages -- list'],
    ['a_', '"a_" is no id of a message'],
    ['%', '"%" is no id of a message'],
  ])('the id %s is refused', async (given, problem) => {
    await store(db, 'a1', {}, {})
    await store(db, 'a2', {}, {})
    for (const command of ['show', 'replay', 'release'])
      await expect(run(db, `${command} ${given}`)).rejects.toThrow(problem)
  })

  test('replay gives a dead mail another 72 hours', async () => {
    await store(db, 'a1', {}, DEAD)
    await store(db, 'b2', {}, DEAD)
    expect(await run(db, 'replay a1')).toBe(`The mail of ${id('a1')} waits again.\n`)
    expect(await mailOf(db, 'a1')).toEqual(WAITING)
    expect((await mailOf(db, 'b2'))?.state).toBe('dead')
  })

  test('replay --dead takes all that are dead, and no other', async () => {
    await store(db, 'a1', {}, DEAD)
    await store(db, 'b2', {}, DEAD)
    await store(db, 'c3', {}, { state: 'sent', attempts: 3 })
    expect(await run(db, 'replay --dead')).toBe('2 mails wait again.\n')
    expect(await mailOf(db, 'b2')).toEqual(WAITING)
    expect(await mailOf(db, 'c3')).toMatchObject({ state: 'sent', attempts: 3 })
    expect(await run(db, 'replay --dead')).toBe('0 mails wait again.\n')
  })

  test('what is not dead is not replayed', async () => {
    await store(db, 'a1', {}, { state: 'sent' })
    await store(db, 'b2', {})
    await expect(run(db, 'replay a1')).rejects.toThrow(`The mail of ${id('a1')} is not dead`)
    await expect(run(db, 'replay b2')).rejects.toThrow('is in the spam folder: use release')
  })

  test('release moves spam to the inbox and mails it, once', async () => {
    await store(db, 'a1', {})
    expect(await run(db, 'release a1')).toBe(`${id('a1')} is in the inbox, and its mail waits.\n`)
    expect(await mailOf(db, 'a1')).toEqual(WAITING)
    const moved = await db.selectFrom('message').select(['folder', 'spam_reason']).execute()
    expect(moved).toEqual([{ folder: 'inbox', spam_reason: null }])
    await expect(run(db, 'release a1')).rejects.toThrow(`The message ${id('a1')} is not in the spam folder`)
  })

  test('list and show name the reason of a message that was beyond a limit', async () => {
    await store(db, 'a1', { spam_reason: 'too-many' })
    expect(await run(db, 'list --folder spam')).toContain('  spam (too-many)  ')
    expect(await run(db, 'show a1')).toContain('folder        spam (too-many)\n')
  })

  test('release --too-many moves all messages that were beyond a limit, and mails them', async () => {
    await store(db, 'a1', { spam_reason: 'too-many' })
    await store(db, 'b2', { spam_reason: 'too-many' })
    await store(db, 'c3', {})
    expect(await run(db, 'release --too-many')).toBe('2 messages are in the inbox.\n')
    for (const start of ['a1', 'b2']) expect(await mailOf(db, start)).toEqual(WAITING)
    expect(await mailOf(db, 'c3')).toBeUndefined()
    const folders = await db.selectFrom('message').select(['folder', 'spam_reason']).orderBy('id').execute()
    expect(folders).toEqual([{ folder: 'inbox', spam_reason: null }, { folder: 'inbox', spam_reason: null }, SPAM])
    expect(await run(db, 'release --too-many')).toBe('0 messages are in the inbox.\n')
    await expect(run(db, 'release c3 --too-many')).rejects.toThrow('release <id>, or release --too-many')
    await expect(run(db, 'release')).rejects.toThrow('Give the id of one message')
  })

  test('two that release one message at once put one mail out', async () => {
    await store(db, 'a1', {})
    const results = await Promise.allSettled([run(db, 'release a1'), run(await open(), 'release a1')])
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await mailOf(db, 'a1')).toEqual(WAITING)
  })

  describe('export', () => {
    let file: string
    beforeEach(async () => {
      file = join(await mkdtemp(join(tmpdir(), 'export-')), 'all.csv')
    })
    afterEach(() => rm(join(file, '..'), { recursive: true }))

    test('writes every message, the oldest first, for its owner alone', async () => {
      await store(
        db,
        'a1',
        { received_at: 2, message: 'He said "yes",\nand left' },
        { ...DEAD, state: 'sent', sent_at: 3 },
      )
      await store(db, 'b2', { received_at: 1, name: '=HYPERLINK("x")', email: '+1@site.example', message: '-1' })
      expect(await run(db, `export --to ${file}`, true)).toBe(`All messages are in ${file}\n`)
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

    test('overwrites nothing, and says where it cannot write', async () => {
      await writeFile(file, 'mine')
      await expect(run(db, `export --to ${file}`)).rejects.toThrow(`${file} is there already: name another file`)
      expect(await readFile(file, 'utf8')).toBe('mine')
      await expect(run(db, 'export --to /no/folder/x')).rejects.toThrow('/no/folder/x cannot be written (ENOENT)')
    })

    test('writes into no terminal', () =>
      expect(run(db, 'export', true)).rejects.toThrow('Name a file: --to messages.csv'))
  })
})

describe('what is no command is refused before the database is opened', () => {
  test.each([
    ['lst', 'There is no command "lst": use list, show, export, replay, release, delete or --help'],
    ['constructor', 'There is no command "constructor"'],
    ['list inbox', 'Unexpected argument'],
    ['list --all', 'Unknown option'],
    ['list --folder trash', '--folder is one of inbox, spam, not "trash"'],
    ['list --state new', '--state is one of waiting, sent, dead, not "new"'],
    ['list --limit many', '--limit takes a whole number from 1 on'],
    ['list --limit 0', '--limit takes a whole number'],
    ['show', 'Give the id of one message'],
    ['show a1 b2', 'Give the id of one message'],
    ['show --dead', 'Unknown option'],
    ['replay', 'Say which mail: replay <id>, or replay --dead for all'],
    ['replay a1 --dead', 'Say which mail'],
    ['release', 'Give the id of one message'],
    ['delete', 'Give the id of one message or an e-mail address'],
    ['delete a1 b2', 'Give the id of one message or an e-mail address'],
    ['delete a1 --too-many', 'Give the id of one message or an e-mail address'],
    ['delete a1 --force', 'Unknown option'],
    ['export messages.csv', 'Unexpected argument'],
  ])('%s', (args, problem) => expect(() => parseMessagesCommand(args.split(' '))).toThrow(problem))

  test.each([[[]], [['--help']], [['list', '-h']]])('%j is answered with help', (args) =>
    expect(parseMessagesCommand(args)).toContain('npm run messages -- replay --dead'),
  )
})
