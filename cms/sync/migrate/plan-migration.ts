import { createRequire } from 'node:module'
import { stripVTControlCharacters } from 'node:util'
import type { MigrationFunction } from 'contentful-migration'
import { parseApiError } from '#cms/sync/contentful/api-error.ts'
import type { SpaceClient } from '#cms/sync/contentful/space-client.ts'
import type { ManagementConnection } from '#cms/sync/contentful/space-connections.ts'
import { getErrorMessage, UserError } from '#shared/user-error.ts'
import { type MigrationRequest, readForMigration } from './migration-request.ts'

/** What a script will do in a space. */
export interface MigrationPlan {
  /** The plan of contentful-migration, one line per change. */
  readonly lines: readonly string[]
  readonly requests: readonly MigrationRequest[]
}

/** The parts of contentful-migration that plan a script. Its public function has no hook between plan and requests. */
interface MigrationTool {
  readonly createMigrationParser: (
    makeRequest: (request: MigrationRequest) => Promise<unknown>,
    config: { readonly spaceId: string; readonly environmentId: string },
  ) => (migration: MigrationFunction) => Promise<ParseResult>
}

/** An error, or an object like one. */
interface Reason {
  readonly message: string
}

interface ParseResult {
  readonly stepsValidationErrors: readonly Reason[]
  readonly payloadValidationErrors: readonly Reason[]
  readonly batches: readonly Batch[]
}

interface Batch {
  readonly intent: {
    readonly toPlanMessage: () => PlanMessage & { readonly sections: readonly PlanMessage[] }
    readonly shouldPublish: () => boolean
    readonly getContentTypeId: () => string
  }
  readonly requests: readonly MigrationRequest[]
  readonly validationErrors: readonly Reason[]
  readonly runtimeErrors: readonly Reason[]
}

interface PlanMessage {
  readonly heading: string
  readonly details: readonly string[]
}

const tool: MigrationTool = createRequire(import.meta.url)('contentful-migration/built/lib/migration-parser')

/** The script failed before anything was written. `lines` are the reasons. */
export class MigrationPlanError extends UserError {
  override readonly name = 'MigrationPlanError'
}

/**
 * Plans a script for the current state of a space with contentful-migration. Only reads. Throws `MigrationPlanError` if
 * the script throws, or its changes do not fit the space.
 */
export async function planMigration(
  space: SpaceClient,
  { spaceId, environmentId }: ManagementConnection,
  migration: MigrationFunction,
): Promise<MigrationPlan> {
  let requestError: unknown
  const makeRequest = async (request: MigrationRequest) => {
    if (request.method.toUpperCase() !== 'GET')
      throw new MigrationPlanError(
        `it sends ${request.method} ${request.url} itself: makeRequest may only read, because a script is planned before anything is written`,
      )
    try {
      return await readForMigration(space, request.url)
    } catch (error) {
      // The tool replaces the error by one without a reason. It handles 404 itself.
      if (parseApiError(error).status !== 404) requestError = error
      throw error
    }
  }
  const parse = tool.createMigrationParser(makeRequest, { spaceId, environmentId })
  const { batches, stepsValidationErrors, payloadValidationErrors } = await parse(migration).catch((error: unknown) => {
    if (requestError) throw requestError
    throw error instanceof UserError ? error : new MigrationPlanError(toLine(getErrorMessage(error)))
  })
  const errors = [
    ...stepsValidationErrors,
    ...payloadValidationErrors,
    ...batches.flatMap(({ validationErrors, runtimeErrors }) => [...validationErrors, ...runtimeErrors]),
  ]
  if (errors.length > 0) throw new MigrationPlanError(errors.map(({ message }) => toLine(message)))
  return { lines: batches.flatMap(formatBatch), requests: batches.flatMap(({ requests }) => requests) }
}

function formatBatch({ intent }: Batch): readonly string[] {
  const { heading, details, sections } = intent.toPlanMessage()
  return [
    heading,
    ...details.map((detail) => `  - ${detail}`),
    ...sections.flatMap((section) => [`  ${section.heading}`, ...section.details.map((detail) => `    - ${detail}`)]),
    ...(intent.shouldPublish() ? [`Publish Content Type ${intent.getContentTypeId()}`] : []),
  ].map((line) => stripVTControlCharacters(line))
}

const toLine = (text: string) => stripVTControlCharacters(text).replace(/\s+/g, ' ').trim()
