import { type CommandTarget, openCommandTarget } from '#cms/sync/contentful/command-target.ts'
import {
  getLocalManagementConnection,
  type ManagementConnection,
  parseManagementConnection,
} from '#cms/sync/contentful/space-connections.ts'
import type { CommandOutput } from './command-output.ts'
import { LOCAL_CONTENTFUL_FOLDER } from './folders.ts'

/**
 * Opens the space that the environment variables name, or the local Contentful, through its management API. `environment`
 * is the option `--environment`. Throws `UserError` if a variable or the option is invalid.
 */
export async function openManagementTarget(
  output: CommandOutput,
  environment?: string,
): Promise<CommandTarget<ManagementConnection>> {
  return openCommandTarget({
    envConnection: parseManagementConnection(process.env),
    getLocalConnection: getLocalManagementConnection,
    environment,
    folder: LOCAL_CONTENTFUL_FOLDER,
    log: output.log,
  })
}
