import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { createTestFolder } from '#local-tests/test-folder.ts'
import { createCommandEnv } from '#scripts/test/command-env.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { insertQueuedEmail } from '#tests/setup/messages.ts'
import { getFreePort } from '#tests/setup/process/free-port.ts'

const PASSWORD = `p@ss/w:rd %41?#'"\\ &=ü`
const MESSAGE = 'COPY public.message (\n\\.\n\u2028 \r\n'

let cluster: string
let port: number

const asPostgres = (...command: readonly string[]) =>
  execFileSync('runuser', ['-u', 'postgres', '--', ...command], {
    env: { ...process.env, PGHOST: cluster, PGPORT: String(port) },
    encoding: 'utf8',
  })

/** PostgreSQL of Debian, with a certificate of its own authority for `localhost`, as the guide sets it up. */
beforeAll(async () => {
  cluster = await mkdtemp(join(tmpdir(), 'cluster-'))
  port = await getFreePort()
  execFileSync('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1'],
    ...['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'],
    ...['-keyout', join(cluster, 'key.pem'), '-out', join(cluster, 'certificate.pem')],
  ])
  execFileSync('chown', ['-R', 'postgres', cluster])
  await chmod(cluster, 0o755)
  const options = [
    ...['listen_addresses=127.0.0.1', `port=${port}`, `unix_socket_directories=${cluster}`, 'ssl=on'],
    ...[`ssl_cert_file=${cluster}/certificate.pem`, `ssl_key_file=${cluster}/key.pem`],
  ].map((option) => `-c ${option}`)
  const programs = join('/usr/lib/postgresql', (await readdir('/usr/lib/postgresql')).sort().at(-1) ?? '', 'bin')
  const data = join(cluster, 'data')
  asPostgres(join(programs, 'initdb'), '--auth-host=scram-sha-256', '--auth-local=trust', data)
  const start = ['--wait', '--log', join(cluster, 'log'), '-o', options.join(' ')]
  asPostgres(join(programs, 'pg_ctl'), 'start', '-D', data, ...start)
  asPostgres('psql', '-c', `create user site password '${PASSWORD.replaceAll("'", "''")}'`)
  return async () => {
    asPostgres(join(programs, 'pg_ctl'), 'stop', '-D', data, '-m', 'immediate')
    await rm(cluster, { recursive: true })
  }
})

/** Creates a database with 200 messages, and the command that backs it up into a folder. */
async function open() {
  const name = `site ${Math.random()}`
  asPostgres('createdb', '--owner=site', name)
  const createUrl = (host: string, parameters: string, database = name) =>
    `postgres://site:${encodeURIComponent(PASSWORD)}@${host}:${port}/${encodeURIComponent(database)}${parameters}`
  const url = createUrl('localhost', '?sslmode=disable')
  const db = await openDatabase({ url })
  onTestFinished(() => db.destroy())
  const parent = await createTestFolder()
  const folder = join(parent, 'backups')
  for (let count = 0; count < 200; count++) await insertQueuedEmail(db, { message: MESSAGE.repeat(100) })

  function run(script: readonly string[], variables: Readonly<Record<string, string>> = {}) {
    const env = createCommandEnv({ BACKEND_FOLDER: parent, DATABASE_URL: url, ...variables })
    const child = spawn(process.execPath, script, { env, stdio: ['ignore', 'pipe', 'pipe'] })
    const ended = Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
    return { pid: child.pid ?? 0, ended: ended.then(([stdout, stderr, [status]]) => ({ status, stdout, stderr })) }
  }
  const backUp = (variables?: Readonly<Record<string, string>>) =>
    run(['scripts/backup.ts', '--folder', folder], variables)
  const list = async () => (await readdir(folder)).filter((name) => name !== '.lock')
  return { db, folder, createUrl, run, backUp, list }
}

/** The command lines of all processes that run. */
async function readCommandLines() {
  const pids = (await readdir('/proc')).map(Number).filter(Number.isInteger)
  const read = async (pid: number) => (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).split('\0')
  return Promise.all(pids.map(async (pid) => ({ pid, line: (await read(pid)).join(' ') })))
}

test('§12.60 §12.61 a dump of PostgreSQL under writes, restored, has all messages stored before it', async () => {
  const { db, folder, createUrl, backUp, list } = await open()
  const acknowledged: string[] = []
  let isDone = false
  const store = async () => {
    while (!isDone) acknowledged.push(await insertQueuedEmail(db, { message: MESSAGE }))
  }
  const storing = store()
  await expect.poll(() => acknowledged.length).toBeGreaterThan(20)
  const before = [...acknowledged]
  const { status, stdout, stderr } = await backUp().ended
  const after = acknowledged.length
  isDone = true
  await storing
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  expect(after).toBeGreaterThan(before.length)
  const [name = ''] = await list()
  expect(name).toMatch(/^000001-messages-[\dT-]+Z\.dump$/)
  const file = join(folder, name)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect((await stat(folder)).mode & 0o777).toBe(0o700)

  asPostgres('createdb', '--owner=site', 'restored')
  const options = ['--no-owner', '--exit-on-error', '--host=127.0.0.1', `--port=${port}`, '--username=site']
  execFileSync('pg_restore', [...options, '--dbname=restored', file], { env: { ...process.env, PGPASSWORD: PASSWORD } })
  await using restored = await openDatabase({ url: createUrl('127.0.0.1', '', 'restored') })
  const rows = await restored.selectFrom('message').innerJoin('outbox', 'message_id', 'id').select('id').execute()
  expect(rows.map(({ id }) => id)).toEqual(expect.arrayContaining(before))
  expect(stdout).toContain(`with ${rows.length.toLocaleString('en-US')} messages\n`)
})

test('§12.62 the password is in no command line; killed programs leave nothing that counts, and the next run removes it', async () => {
  const { db, folder, backUp, list } = await open()
  await mkdir(folder)
  await writeFile(join(folder, '000007-messages-2020-01-01T00-00-00Z.dump'), '')
  for (const killed of ['pg_dump', 'command']) {
    const run = await db.transaction().execute(async (tx) => {
      await sql`lock table message in access exclusive mode`.execute(tx) // pg_dump waits for it
      const run = backUp()
      const isDump = ({ line }: { line: string }) => /^\S*pg_dump --format=custom/.test(line)
      await expect.poll(async () => (await readCommandLines()).some(isDump)).toBe(true)
      const lines = await readCommandLines()
      for (const secret of [PASSWORD, encodeURIComponent(PASSWORD)])
        expect(lines.filter(({ line }) => line.includes(secret))).toEqual([])
      process.kill(killed === 'command' ? run.pid : (lines.find(isDump)?.pid ?? 0), 'SIGKILL')
      return run.ended
    })
    expect(run.status).not.toBe(0)
    expect((await list()).filter((name) => name.endsWith('.part'))).toHaveLength(killed === 'command' ? 1 : 0)
    expect((await list()).filter((name) => name.endsWith('.dump'))).toHaveLength(1)
  }
  expect((await backUp().ended).status).toBe(0)
  expect(await list()).toEqual([
    '000007-messages-2020-01-01T00-00-00Z.dump',
    expect.stringMatching(/^000008-messages-.*Z\.dump$/),
  ])
})

test('the backup connects where the server does: with the same certificates, names and parameters', async () => {
  const { createUrl, run, backUp } = await open()
  const certificate = join(cluster, 'certificate.pem')
  const trusted = { NODE_EXTRA_CA_CERTS: certificate }
  const targets = [
    [0, createUrl('localhost', '?sslmode=verify-full'), trusted],
    [0, createUrl('localhost', '?sslmode=require&connect_timeout=3&application_name=site'), trusted],
    [0, createUrl('localhost', `?sslmode=verify-full&sslrootcert=${certificate}`), {}],
    [0, createUrl('127.0.0.1', '?sslmode=no-verify'), {}],
    [0, createUrl('127.0.0.1', `?uselibpqcompat=true&sslmode=verify-ca&sslrootcert=${certificate}`), {}],
    [0, createUrl('127.0.0.1', `?host=${cluster}&options=-c%20statement_timeout%3D60000`), {}],
    [1, createUrl('localhost', '?sslmode=require'), {}],
    [1, createUrl('127.0.0.1', '?sslmode=verify-full'), trusted],
  ] as const
  for (const [status, DATABASE_URL, variables] of targets) {
    const env = { DATABASE_URL, ...variables }
    for (const { ended } of [run(['scripts/messages.ts', 'list'], env), backUp(env)]) {
      const result = await ended
      expect(result.status, `${DATABASE_URL}\n${result.stderr}`).toBe(status)
    }
  }
})
