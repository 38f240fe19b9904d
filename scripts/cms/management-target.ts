import { type CommandTarget, openCommandTarget } from '#cms/sync/contentful/command-target.ts'
import {
  getLocalManagementConnection,
  type ManagementConnection,
  parseManagementConnection,
  parseRequestsPerSecond,
} from '#cms/sync/contentful/space-connections.ts'
import type { CommandOutput } from './command-output.ts'
import { LOCAL_CONTENTFUL_FOLDER } from './folders.ts'

interface ManagementTarget extends CommandTarget<ManagementConnection> {
  /** The limit from the environment variables; absent for the default. */
  readonly requestsPerSecond?: number
}

/**
 * Opens the space that the environment variables name, or the local Contentful, through its management API. `environment`
 * is the option `--environment`. Throws `UserError` if a variable or the option is invalid.
 */
export async function openManagementTarget(output: CommandOutput, environment?: string): Promise<ManagementTarget> {
  const requestsPerSecond = parseRequestsPerSecond(process.env)
  const target = await openCommandTarget({
    envConnection: parseManagementConnection(process.env),
    getLocalConnection: getLocalManagementConnection,
    environment,
    folder: LOCAL_CONTENTFUL_FOLDER,
    log: output.log,
  })
  return { ...target, ...(requestsPerSecond && { requestsPerSecond }) }
}
