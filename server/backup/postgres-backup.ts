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

/** Kysely's own tables, which say what has been migrated. */
const MIGRATION_TABLES = ['kysely_migration', 'kysely_migration_lock']

/** Of no owner and no rights: the user that restores a dump owns its tables. */
const PORTABLE = ['--no-owner', '--no-privileges']

/** ms */
const LOCK_TIMEOUT = 30_000

/** How often and how far apart, in ms, is asked for other connections. */
const ATTEMPTS = 50
const PAUSE = 100

/** Connects to a database as it is: without migrations, which would change it under a server of an older version. */
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

/** Dumps the tables of the server with `pg_dump`, of the moment in which their rows are counted. The server goes on. */
export function dumpPostgres(url: string, to: string): Promise<DatabaseContent> {
  return withPostgresDatabase(url, (db) =>
    db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (tx) => {
        await assertPostgresProgramVersion('pg_dump', await serverVersion(tx))
        await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx)
        const { rows } = await sql<{ id: string }>`select pg_export_snapshot() as id`.execute(tx)
        const content = await readPostgresContent(tx)
        const tables = await existingTables(tx)
        if (tables.length > 0) await dump(url, tables, rows[0]?.id ?? '', to)
        return content
      }),
  )
}

async function dump(url: string, tables: readonly string[], snapshot: string, to: string): Promise<void> {
  const selection = tables.map((name) => `--table=${name}`)
  const options = ['--format=custom', '--no-password', `--lock-wait-timeout=${LOCK_TIMEOUT}`, `--snapshot=${snapshot}`]
  const { stdout, done } = startPostgresProgram('pg_dump', [...options, ...PORTABLE, ...selection], url)
  await Promise.all([writePrivateFile(stdout, to), done])
  const { stdout: list, done: listed } = startPostgresProgram('pg_restore', ['--list', to])
  const [toc] = await Promise.all([text(list), listed])
  for (const name of tables) {
    if (!new RegExp(` TABLE DATA \\S+ ${name} `).test(toc)) throw new UserError(`pg_dump has left out ${name}`)
  }
}

/** The tables of the server in the database, with their rows. */
export async function readPostgresContent(db: Database): Promise<DatabaseContent> {
  const existing = await existingTables(db)
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

async function existingTables(db: Database): Promise<readonly string[]> {
  const names = [...tableNames, ...MIGRATION_TABLES]
  const { rows } = await sql<{ name: string }>`
    select name from unnest(${names}::text[]) as name where to_regclass(name) is not null`.execute(db)
  return rows.map(({ name }) => name)
}

/** The major version: 15 of 150018. */
async function serverVersion(db: Database): Promise<number> {
  const { rows } = await sql<{ version: string }>`select current_setting('server_version_num') as version`.execute(db)
  return Math.floor(Number(rows[0]?.version) / 10_000)
}

export interface PostgresRestoreOptions {
  readonly url: string
  readonly file: string
  /** What the dump contains. */
  readonly content: DatabaseContent
  /** Messages in the database that were shown to the operator; with others the restore is rolled back. */
  readonly replacedMessages: number
}

/**
 * Replaces the tables of the server with those of a dump, in one transaction: they are the old ones or the new ones,
 * whenever this process ends. Rows are counted before it is committed. Throws `UserError` where it is rolled back.
 */
export async function restorePostgres(
  db: Database,
  { url, file, content, replacedMessages }: PostgresRestoreOptions,
): Promise<void> {
  for (const name of ['pg_restore', 'psql'] as const) await assertPostgresProgramVersion(name, await serverVersion(db))
  const before = replaceTables(await existingTables(db), { ownPid: await ownPid(db), replacedMessages })
  const options = ['--no-psqlrc', '--quiet', '--no-password', '--set=ON_ERROR_STOP=1', '--set=VERBOSITY=terse']
  const psql = startPostgresProgram('psql', options, url)
  psql.stdout.resume()

  async function* script() {
    yield `begin;\n${before}\n`
    const { stdout, done } = startPostgresProgram('pg_restore', [...PORTABLE, '--file=-', file])
    yield* stdout
    await done // otherwise there is no commit, and psql rolls back at the end of its input
    yield `\nreset search_path;\n${Object.entries(content.rows).map(checkRows).join('\n')}\ncommit;\n`
  }
  const [written, ended] = await Promise.allSettled([pipeline(Readable.from(script()), psql.stdin), psql.done])
  for (const result of [ended, written]) {
    if (result.status === 'fulfilled') continue
    const problem = `Nothing was restored: the database is as it was. ${getErrorMessage(result.reason)}`
    throw new UserError(problem, { cause: result.reason })
  }
}

/**
 * Throws `UserError` where somebody else is connected as this user: a server, or another command. A connection that
 * has just been closed still counts for a moment, so it looks again until five seconds have passed.
 */
export async function assertNoOtherConnections(db: Database, url: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const { rows } = await sql<{ others: number }>`${sql.raw(countOthers('pg_backend_pid()'))}`.execute(db)
    const others = rows[0]?.others ?? 0
    if (others === 0) return
    if (attempt === ATTEMPTS) throw new UserError(`The database ${formatDatabaseName({ url })} ${inUse(`${others}`)}`)
    await pause(PAUSE)
  }
}

/** SQL that counts the connections of this user to the database, without those of the given processes. */
const countOthers = (pids: string) => `
  select count(*) as others from pg_stat_activity
  where datname = current_database() and usename = current_user and backend_type = 'client backend' and pid not in (${pids})`

const inUse = (others: string) =>
  `is in use by other connections of this user (${others}): stop every server, then restore`

async function ownPid(db: Database): Promise<number> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
  return rows[0]?.pid ?? 0
}

/**
 * SQL that drops the tables. Before that it locks them and makes sure, as `assertUnused`, that no server is connected: what
 * a server stores meanwhile would be lost.
 */
function replaceTables(
  tables: readonly string[],
  { ownPid, replacedMessages }: { readonly ownPid: number; readonly replacedMessages: number },
): string {
  if (tables.length === 0) return ''
  const names = tables.map((name) => `"${name}"`).join(', ')
  return `
set local lock_timeout = ${LOCK_TIMEOUT};
lock table ${names} in access exclusive mode;
do $check$
declare others bigint;
begin
  for attempt in 1..${ATTEMPTS} loop
    perform pg_stat_clear_snapshot();
    others := (${countOthers(`pg_backend_pid(), ${ownPid}`)});
    exit when others = 0;
    perform pg_sleep(${PAUSE / 1_000});
  end loop;
  if others > 0 then
    raise exception 'the database ${inUse('%')}', others;
  end if;
end $check$;
${tables.includes('message') ? checkRows(['message', replacedMessages]) : ''}
drop table ${names};
`
}

const checkRows = ([name, count]: readonly [name: string, count: number]) => `
do $check$
declare found bigint;
begin
  select count(*) into found from "${name}";
  if found <> ${count} then raise exception 'the table ${name} has % rows, and not ${count}', found; end if;
end $check$;`
