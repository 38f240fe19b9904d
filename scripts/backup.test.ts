import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openDatabase } from '#server/database/open-database.ts'
import { createPostgresDatabase } from '#tests/setup/database/postgres-database.ts'
import { createCommandEnv } from '#tests/setup/process/command-env.ts'
import { insertQueuedEmail } from '#tests/setup/server/test-outbox.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'backup-command-'))
})
afterEach(() => rm(folder, { recursive: true }))

type Env = Readonly<Record<string, string>>

/** Runs `npm run backup` or `npm run restore`; `shell` runs before it in the same shell. */
function run(name: 'backup' | 'restore', args: readonly string[], env: Env = {}, shell = '') {
  const command = ['-c', `${shell}exec "$0" "$@"`, process.execPath, `scripts/${name}.ts`, ...args]
  const options = { encoding: 'utf8', env: createCommandEnv({ BACKEND_FOLDER: folder, ...env }) } as const
  const { status, stdout, stderr } = spawnSync('/bin/sh', command, options)
  return { status, stdout, stderr }
}

async function fill(messages: number) {
  const db = await openDatabase({ file: join(folder, 'backend.sqlite') })
  for (let n = 0; n < messages; n++) await insertQueuedEmail(db, { message: 'x'.repeat(5_000) })
  await db.destroy()
}

const backups = () => readdir(join(folder, 'backups')).catch(() => [])

test('backup and restore print a summary', async () => {
  await fill(3)
  const made = run('backup', [])
  expect(made).toMatchObject({ status: 0, stderr: '' })
  expect(made.stdout).toMatch(/^Backing up .*backend\.sqlite to .*\/backups\n/)
  expect(made.stdout).toMatch(/^message +3 rows$/m)
  expect(made.stdout).toMatch(/^\.eml files +0$/m)
  expect(made.stdout).toMatch(/^Verified: .*\/backup-.*Z \(0\.\d MB\)$/m)
  const [first = ''] = await backups()
  expect(run('backup', ['--keep', '1']).stdout).toMatch(new RegExp(`^Removed: ${first}$`, 'm'))

  const [name = ''] = await backups()
  const path = join(folder, 'backups', name)
  expect(run('restore', [path])).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/has 3 messages: add --replace to replace it; it is backed up first\n$/),
  })
  expect(run('restore', [path, '--replace'])).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/with 3 messages\? Confirmation needs a terminal: add --yes\n$/),
  })
  const restored = run('restore', [path, '--replace', '--yes'])
  expect(restored).toMatchObject({ status: 0, stderr: '' })
  expect(restored.stdout).toMatch(/^Backup of the replaced database: .*\/backups\/backup-.*Z$/m)
  expect(restored.stdout).toMatch(/^Restored as of \d{4}-.*Z\. Delete again what was deleted after that/m)
})

describe('errors are one line on stderr with exit code 1', () => {
  test.each<['backup' | 'restore', readonly string[], Env, string]>([
    ['backup', ['--keep', '0'], {}, '--keep is "0": use a number of backups'],
    ['backup', ['--keep', 'all'], {}, '--keep is "all"'],
    ['backup', ['--to', ''], {}, '--to is empty: name a folder'],
    ['backup', ['here'], {}, 'Unexpected argument'],
    ['backup', [], {}, 'does not exist'],
    [
      'backup',
      [],
      { DATABASE_URL: 'postgres://a:secret@127.0.0.1:1/b' },
      'The database 127.0.0.1:1/b cannot be opened',
    ],
    ['restore', [], {}, 'Name the folder of one backup'],
    ['restore', ['a', 'b'], {}, 'Name the folder of one backup'],
    ['restore', ['/no/such'], {}, '/no/such is not a backup'],
    ['restore', ['a', '--force'], {}, 'Unknown option'],
  ])('%s %j %j', (name, args, env, line) => {
    const { status, stderr } = run(name, args, env)
    expect(status).toBe(1)
    expect(stderr).toMatch(/^[^\n]+\n$/)
    expect(stderr).toContain(line)
    expect(stderr).not.toContain('secret')
  })
})

test.each(['backup', 'restore'] as const)('%s --help prints its usage', (name) =>
  expect(run(name, ['--help'])).toMatchObject({ status: 0, stdout: expect.stringContaining(`npm run ${name} -- `) }),
)

describe('a full disk', () => {
  test('leaves no partial backup and keeps older backups', async () => {
    await fill(100)
    expect(run('backup', []).status).toBe(0)
    const before = await backups()
    const { status, stderr } = run('backup', ['--keep', '1'], {}, 'ulimit -f 200; ') // maximum file size, in blocks of 512 bytes
    expect(status).toBe(1)
    expect(stderr).toMatch(/^Failed to create the backup in .*\/backups: [^\n]+\n$/)
    expect(await backups()).toEqual(before)
  })

  test('leaves the database unchanged when a restore fails', async () => {
    await fill(100)
    run('backup', [])
    const [name = ''] = await backups()
    const path = join(folder, 'backups', name)
    const bytes = await readFile(join(folder, 'backend.sqlite'))
    const { status, stderr } = run('restore', [path, '--replace', '--yes'], {}, 'ulimit -f 200; ')
    expect(status).toBe(1)
    expect(stderr).toMatch(/backend\.sqlite could not be restored: EFBIG[^\n]+\n$/)
    expect(await readFile(join(folder, 'backend.sqlite'))).toEqual(bytes)
    expect((await readdir(folder)).sort()).toEqual(['backend.sqlite', 'backend.sqlite.lock', 'backups'])
  })
})

test('SIGTERM removes the unfinished backup', async () => {
  await fill(10)
  await mkdir(join(folder, 'outbox'))
  const id = (n: number) => `a1b2c3d4-0000-4000-8000-${`${n}`.padStart(12, '0')}`
  for (let n = 0; n < 2_000; n++) await writeFile(join(folder, `outbox/2025-11-21T12-00-00.000Z-${id(n)}.eml`), 'mail')
  const child = spawn(process.execPath, ['scripts/backup.ts'], { env: createCommandEnv({ BACKEND_FOLDER: folder }) })
  await expect.poll(async () => (await backups()).join(), { interval: 1 }).toMatch(/unfinished/)
  child.kill('SIGTERM')
  await once(child, 'exit')
  expect(await backups()).toEqual([])
})

describe('PostgreSQL client programs', () => {
  /** Creates a folder for PATH with Node and, where given, this shell script as pg_dump. */
  async function createPrograms(script?: string) {
    const path = join(folder, 'programs')
    await mkdir(path)
    await symlink(process.execPath, join(path, 'node'))
    if (script === undefined) return path
    await writeFile(join(path, 'pg_dump'), `#!/bin/sh\n${script}\n`)
    await chmod(join(path, 'pg_dump'), 0o755)
    return path
  }

  const backUp = async (PATH: string) => {
    const DATABASE_URL = await createPostgresDatabase()
    await (await openDatabase({ url: DATABASE_URL })).destroy()
    return run('backup', [], { DATABASE_URL, PATH })
  }

  test('a missing program is reported with its package', async () => {
    expect(await backUp(await createPrograms())).toMatchObject({
      status: 1,
      stderr: 'pg_dump is not installed: install PostgreSQL’s client (Debian: apt-get install postgresql-client)\n',
    })
    expect(await backups()).toEqual([])
  })

  test('a program older than the server is reported with its package', async () => {
    const { status, stderr } = await backUp(
      await createPrograms('echo "pg_dump (PostgreSQL) 15.3 (Debian 15.3-0+deb12u1)"'),
    )
    expect(status).toBe(1)
    expect(stderr).toMatch(
      /^pg_dump has version 15, but the server has version (\d+): install postgresql-client-\1 \(.*\), and put it first in PATH\n$/,
    )
    expect(await backups()).toEqual([])
  })

  test('a program that fails is reported with its output and leaves no backup', async () => {
    const script =
      'test "$1" = --version && echo "pg_dump (PostgreSQL) 99.0" && exit; echo partial; echo "no such thing" >&2; exit 3'
    expect(await backUp(await createPrograms(script))).toMatchObject({
      status: 1,
      stderr: 'pg_dump failed (exit code 3):\nno such thing\n',
    })
    expect(await backups()).toEqual([])
  })

  test('the password is passed by environment variable, not as an argument', async () => {
    const script = `test "$1" = --version && echo "pg_dump (PostgreSQL) 99.0" && exit; echo "$@ | $PGHOST $PGUSER $PGPASSWORD" >&2; exit 3`
    const DATABASE_URL = await createPostgresDatabase()
    await (await openDatabase({ url: DATABASE_URL })).destroy()
    const { hostname, username, password } = new URL(DATABASE_URL)
    const { stderr } = run('backup', [], { DATABASE_URL, PATH: await createPrograms(script) })
    const [args = '', variables] = stderr.trimEnd().split(' | ')
    expect(variables).toBe(`${hostname} ${username} ${password}`)
    expect(args).toContain('--table=message')
    expect(args).not.toContain(password)
  })
})
