import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { Kysely, sql } from 'kysely'
import { tableNames } from '#server/database/copy-to-postgres.ts'
import { formatDatabaseName } from '#server/database/open-database.ts'
import { createPostgresDialect } from '#server/database/postgres-dialect.ts'
import type { Database, Tables } from '#server/database/schema.ts'
import { getErrorMessage, UserError } from '#shared/user-error.ts'
import { writePrivateFile } from './files.ts'
import { assertPostgresProgramVersion, startPostgresProgram } from './postgres-programs.ts'
import type { DatabaseContent } from './sqlite-backup.ts'

/** Kysely's tables of applied migrations. */
const MIGRATION_TABLES = ['kysely_migration', 'kysely_migration_lock']

/** Omits owner and privileges: the user that restores the dump owns its tables. */
const PORTABLE_OPTIONS = ['--no-owner', '--no-privileges']

const LOCK_TIMEOUT_MS = 30_000

/** Checks for other connections before giving up, and the delay between them. */
const MAX_CHECKS = 50
const CHECK_INTERVAL_MS = 100

/** Connects without running migrations, which could break a running server of an older version. */
export async function withPostgresDatabase<Result>(
  url: string,
  work: (db: Database) => Promise<Result>,
): Promise<Result> {
  const db: Database = new Kysely<Tables>({ dialect: createPostgresDialect(url) })
  try {
    await sql`select 1`.execute(db).catch((error) => {
      throw new UserError(`The database ${formatDatabaseName({ url })} cannot be opened: ${getErrorMessage(error)}`, {
        cause: error,
      })
    })
    return await work(db)
  } finally {
    await db.destroy()
  }
}

/** Dumps the server’s tables with `pg_dump`, in the same snapshot in which their rows are counted. The server keeps running. */
export function dumpPostgres(url: string, to: string): Promise<DatabaseContent> {
  return withPostgresDatabase(url, (db) =>
    db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (tx) => {
        await assertPostgresProgramVersion('pg_dump', await readServerVersion(tx))
        await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx)
        const { rows } = await sql<{ id: string }>`select pg_export_snapshot() as id`.execute(tx)
        const content = await readPostgresContent(tx)
        const tables = await listExistingTables(tx)
        if (tables.length > 0) await dumpTables(url, tables, rows[0]?.id ?? '', to)
        return content
      }),
  )
}

async function dumpTables(url: string, tables: readonly string[], snapshot: string, to: string): Promise<void> {
  const selection = tables.map((name) => `--table=${name}`)
  const options = [
    '--format=custom',
    '--no-password',
    `--lock-wait-timeout=${LOCK_TIMEOUT_MS}`,
    `--snapshot=${snapshot}`,
  ]
  const { stdout, done } = startPostgresProgram('pg_dump', [...options, ...PORTABLE_OPTIONS, ...selection], url)
  await Promise.all([writePrivateFile(stdout, to), done])
  const { stdout: list, done: listed } = startPostgresProgram('pg_restore', ['--list', to])
  const [toc] = await Promise.all([text(list), listed])
  for (const name of tables) {
    if (!new RegExp(` TABLE DATA \\S+ ${name} `).test(toc)) throw new UserError(`pg_dump omitted the table ${name}`)
  }
}

/** Counts the rows of the server’s tables and lists the applied migrations. */
export async function readPostgresContent(db: Database): Promise<DatabaseContent> {
  const existing = await listExistingTables(db)
  const rows: Record<string, number> = {}
  for (const name of existing.filter((table) => !MIGRATION_TABLES.includes(table))) {
    const counted = await sql<{ count: number }>`select count(*) as count from ${sql.table(name)}`.execute(db)
    rows[name] = counted.rows[0]?.count ?? 0
  }
  const migrations = existing.includes('kysely_migration')
    ? (await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)).rows
    : []
  return { migrations: migrations.map(({ name }) => name), rows }
}

async function listExistingTables(db: Database): Promise<readonly string[]> {
  const names = [...tableNames, ...MIGRATION_TABLES]
  const { rows } = await sql<{ name: string }>`
    select name from unnest(${names}::text[]) as name where to_regclass(name) is not null`.execute(db)
  return rows.map(({ name }) => name)
}

/** The major version, for example 15 for 150018. */
async function readServerVersion(db: Database): Promise<number> {
  const { rows } = await sql<{ version: string }>`select current_setting('server_version_num') as version`.execute(db)
  return Math.floor(Number(rows[0]?.version) / 10_000)
}

export interface PostgresRestoreOptions {
  readonly url: string
  readonly file: string
  /** The content of the dump. */
  readonly content: DatabaseContent
  /** Number of messages that the operator agreed to replace. With another number the restore is rolled back. */
  readonly replacedMessages: number
}

/**
 * Replaces the server’s tables with those of a dump, in one transaction: an interrupted restore leaves the old tables.
 * Rows are counted before the commit. Throws `UserError` if the transaction is rolled back.
 */
export async function restorePostgres(
  db: Database,
  { url, file, content, replacedMessages }: PostgresRestoreOptions,
): Promise<void> {
  for (const name of ['pg_restore', 'psql'] as const)
    await assertPostgresProgramVersion(name, await readServerVersion(db))
  const dropScript = createDropScript(await listExistingTables(db), { ownPid: await readOwnPid(db), replacedMessages })
  const options = ['--no-psqlrc', '--quiet', '--no-password', '--set=ON_ERROR_STOP=1', '--set=VERBOSITY=terse']
  const psql = startPostgresProgram('psql', options, url)
  psql.stdout.resume()

  async function* script() {
    yield `begin;\n${dropScript}\n`
    const { stdout, done } = startPostgresProgram('pg_restore', [...PORTABLE_OPTIONS, '--file=-', file])
    yield* stdout
    await done // if it rejects, the commit is not sent, and psql rolls back at the end of its input
    yield `\nreset search_path;\n${Object.entries(content.rows).map(createRowCheck).join('\n')}\ncommit;\n`
  }
  const [writeResult, exitResult] = await Promise.allSettled([pipeline(Readable.from(script()), psql.stdin), psql.done])
  for (const result of [exitResult, writeResult]) {
    if (result.status === 'fulfilled') continue
    const problem = `Nothing was restored, the database is unchanged. ${getErrorMessage(result.reason)}`
    throw new UserError(problem, { cause: result.reason })
  }
}

/**
 * Throws `UserError` if this user has other connections: a server, or another command. PostgreSQL still lists a
 * connection shortly after it was closed, so the check is repeated for five seconds.
 */
export async function assertNoOtherConnections(db: Database, url: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const { rows } = await sql<{ others: number }>`${sql.raw(createConnectionCount('pg_backend_pid()'))}`.execute(db)
    const others = rows[0]?.others ?? 0
    if (others === 0) return
    if (attempt === MAX_CHECKS)
      throw new UserError(`The database ${formatDatabaseName({ url })} ${formatInUseMessage(`${others}`)}`)
    await pause(CHECK_INTERVAL_MS)
  }
}

/** SQL that counts the connections of this user to the database, except those of the given backend processes. */
const createConnectionCount = (pids: string) => `
  select count(*) as others from pg_stat_activity
  where datname = current_database() and usename = current_user and backend_type = 'client backend' and pid not in (${pids})`

const formatInUseMessage = (others: string) =>
  `is in use by other connections of this user (${others}): stop every server, then restore`

async function readOwnPid(db: Database): Promise<number> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
  return rows[0]?.pid ?? 0
}

/**
 * SQL that locks and drops the tables. It repeats the check of `assertNoOtherConnections` after locking, because rows that
 * a server stores in between would be lost.
 */
function createDropScript(
  tables: readonly string[],
  { ownPid, replacedMessages }: { readonly ownPid: number; readonly replacedMessages: number },
): string {
  if (tables.length === 0) return ''
  const names = tables.map((name) => `"${name}"`).join(', ')
  return `
set local lock_timeout = ${LOCK_TIMEOUT_MS};
lock table ${names} in access exclusive mode;
do $check$
declare others bigint;
begin
  for attempt in 1..${MAX_CHECKS} loop
    perform pg_stat_clear_snapshot();
    others := (${createConnectionCount(`pg_backend_pid(), ${ownPid}`)});
    exit when others = 0;
    perform pg_sleep(${CHECK_INTERVAL_MS / 1_000});
  end loop;
  if others > 0 then
    raise exception 'the database ${formatInUseMessage('%')}', others;
  end if;
end $check$;
${tables.includes('message') ? createRowCheck(['message', replacedMessages]) : ''}
drop table ${names};
`
}

const createRowCheck = ([name, count]: readonly [name: string, count: number]) => `
do $check$
declare found bigint;
begin
  select count(*) into found from "${name}";
  if found <> ${count} then raise exception 'the table ${name} has % rows, and not ${count}', found; end if;
end $check$;`
