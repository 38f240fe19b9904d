import { type CommandTarget, openCommandTarget } from '#cms/sync/contentful/command-target.ts'
import type { SpaceConnection } from '#cms/sync/contentful/space-connections.ts'
import { confirm } from '#scripts/cli/confirm.ts'
import { LOCAL_CONTENTFUL_FOLDER } from '#scripts/cli/folders.ts'
import type { CommandOutput } from './command-output.ts'

/**
 * Opens the space that the environment variables name, or the local Contentful, through one of its APIs. `environment` is
 * the option `--environment`. Throws `UserError` if a variable or the option is invalid.
 */
export const openSpace = (
  api: SpaceConnection['api'],
  { log }: CommandOutput,
  environment?: string,
): Promise<CommandTarget> =>
  openCommandTarget({ env: process.env, api, environment, folder: LOCAL_CONTENTFUL_FOLDER, log })

/**
 * Asks before a command writes to the environment `master` of a real space, which visitors see. Throws `UserError` if the
 * user declines, or if there is no terminal.
 */
export async function confirmWrite(
  { insecure, environmentId, spaceId }: SpaceConnection,
  yes: boolean,
  summary: string,
): Promise<void> {
  if (insecure || yes || environmentId !== 'master') return
  await confirm(`This writes to "master" of the space "${spaceId}": ${summary}\nContinue?`)
}
