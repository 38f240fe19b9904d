import { randomUUID } from 'node:crypto'
import { parseApiError, toFatalError } from '#cms/sync/contentful/api-error.ts'
import { createSpaceClient, type RequestCounts, type SpaceClient } from '#cms/sync/contentful/space-client.ts'
import type { ManagementConnection } from '#cms/sync/contentful/space-connections.ts'
import { UserError } from '#shared/user-error.ts'
import {
  deleteMigrationRecord,
  type MigrationRecord,
  readMigrationRecords,
  writeMigrationRecord,
} from './migration-records.ts'
import { writeMigrationRequest } from './migration-request.ts'
import { importMigration, type MigrationScript, readMigrationScripts } from './migration-scripts.ts'
import { type MigrationPlan, MigrationPlanError, planMigration } from './plan-migration.ts'

export interface MigrateOptions {
  readonly connection: ManagementConnection
  /** The folder of the scripts. */
  readonly folder: string
  /** Runs a script again that was started and not finished. */
  readonly retry?: boolean
  /** Receives the plan of each script and its result. */
  readonly log: (line: string) => void
  /** Asks whether the script with this name may run. Throws `UserError` if nobody can be asked. */
  readonly confirm: (name: string) => Promise<boolean>
}

export interface MigrateSummary extends RequestCounts {
  /** Scripts that this run has applied. */
  readonly applied: readonly string[]
  /** Scripts that had been applied before. */
  readonly earlier: readonly string[]
  /** Scripts that have not run, because the user declined one. */
  readonly pending: readonly string[]
}

/**
 * Runs the scripts of a folder that were not run in the environment, one after the other in the order of their file names.
 * Plans each script for the current state of the space, logs its plan and asks before it writes. Throws `UserError` if a
 * script fails, or was interrupted before; later scripts then do not run.
 */
export async function runMigrations(options: MigrateOptions): Promise<MigrateSummary> {
  const { connection, folder, retry = false, log, confirm } = options
  const space = createSpaceClient(connection)
  const scripts = await readMigrationScripts(folder)
  const records = await readMigrationRecords(space).catch((error: unknown) => {
    throw toFatalError(error, connection, 'reading') ?? error
  })
  const pending = scripts.filter(({ name }) => !records.get(name)?.finishedAt)
  if (!retry) assertNoneInterrupted(pending, records)
  // Before the first script runs, so that a syntax error in a later one stops the command earlier.
  const migrations = await Promise.all(
    pending.map(async (script) => ({ script, migration: await importMigration(script) })),
  )
  const applied: string[] = []
  const summarize = (): MigrateSummary => ({
    applied,
    earlier: scripts.filter((script) => !pending.includes(script)).map(({ name }) => name),
    pending: pending.map(({ name }) => name).filter((name) => !applied.includes(name)),
    ...space.traffic,
  })
  for (const { script, migration } of migrations) {
    const { name } = script
    const plan = await planMigration(space, connection, migration).catch((error: unknown) => {
      if (error instanceof MigrationPlanError)
        throw new UserError(error.lines.map((line) => `${script.file} failed, nothing of it was written: ${line}`))
      throw toFatalError(error, connection, 'reading') ?? error
    })
    const previous = records.get(name)
    log(`\n${name}${previous ? `, which was started at ${previous.startedAt} and not finished` : ''}:`)
    for (const line of plan.lines.length > 0 ? plan.lines : ['Nothing to change']) log(`  ${line}`)
    if (!(await confirm(name))) return summarize()
    await applyMigration(space, { script, plan, previous }, connection).catch((error: unknown) => {
      throw toFatalError(error, connection, 'writing') ?? error
    })
    applied.push(name)
    log(`${name} is applied.`)
  }
  return summarize()
}

/** Notes a script as applied without running it. */
export async function markMigrationApplied(
  { connection, folder }: Pick<MigrateOptions, 'connection' | 'folder'>,
  name: string,
): Promise<void> {
  const scripts = await readMigrationScripts(folder)
  if (!scripts.some((script) => script.name === name))
    throw new UserError(
      `${folder} has no script "${name}": use one of ${scripts.map((script) => script.name).join(', ')}`,
    )
  const space = createSpaceClient(connection)
  try {
    const previous = (await readMigrationRecords(space)).get(name)
    const now = new Date().toISOString()
    await writeMigrationRecord(
      space,
      { name, runId: randomUUID(), startedAt: previous?.startedAt ?? now, finishedAt: now },
      previous,
    )
  } catch (error) {
    throw toFatalError(error, connection, 'writing') ?? error
  }
}

const INTERRUPTED_REMEDY =
  'If another process runs it now, wait until that has ended. Contentful does not undo what a script has written. In a copy of an environment, delete the copy and begin again. Otherwise compare the content type in Contentful with the script: --retry runs the script again, with a new plan for what the space has now; --applied <script> notes it as applied'

function assertNoneInterrupted(
  pending: readonly MigrationScript[],
  records: ReadonlyMap<string, MigrationRecord>,
): void {
  const interrupted = pending.flatMap(({ name }) => records.get(name) ?? [])
  if (interrupted.length === 0) return
  throw new UserError(
    interrupted.map(
      ({ name, startedAt }) => `${name} was started at ${startedAt} and not finished. ${INTERRUPTED_REMEDY}`,
    ),
  )
}

interface PlannedMigration {
  readonly script: MigrationScript
  readonly plan: MigrationPlan
  /** The record of an earlier run that was not finished. */
  readonly previous: MigrationRecord | undefined
}

/**
 * Sends the requests of a script, between a record of its start and one of its end. Throws `UserError` at the first
 * request that fails. If nothing was written the record is deleted, so that the corrected script can simply run.
 */
async function applyMigration(
  space: SpaceClient,
  { script: { name, file }, plan: { requests }, previous }: PlannedMigration,
  connection: ManagementConnection,
): Promise<void> {
  const record = { name, runId: randomUUID(), startedAt: new Date().toISOString() }
  await writeMigrationRecord(space, record, previous)
  for (const [index, request] of requests.entries()) {
    try {
      await writeMigrationRequest(space, request)
    } catch (error) {
      const { status, message } = parseApiError(error)
      // After a conflict of versions it is unknown whether a lost request has taken effect.
      const isRejected = status >= 400 && status < 500 && status !== 429 && status !== 409
      const { lines } = (!isRejected && toFatalError(error, connection, 'writing')) || new UserError(message)
      const reasons = lines.map((line) => `${file} failed at ${request.method} ${request.url}: ${line}`)
      if (isRejected && index === 0 && !previous) {
        await deleteMigrationRecord(space, name)
        throw new UserError([...reasons, `Nothing of ${file} was written.`])
      }
      throw new UserError([
        ...reasons,
        `${index} of ${requests.length} requests were written before. ${INTERRUPTED_REMEDY}`,
      ])
    }
  }
  await writeMigrationRecord(space, { ...record, finishedAt: new Date().toISOString() }, record)
}
