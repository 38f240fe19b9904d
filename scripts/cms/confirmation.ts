import { createInterface } from 'node:readline/promises'
import { askYesNo } from '#cms/sync/ask-user.ts'
import type { ManagementConnection } from '#cms/sync/contentful/space-connections.ts'
import { formatPlanCounts } from '#cms/sync/plan/format-plan.ts'
import type { PlannedResource } from '#cms/sync/plan/plan.ts'
import { UserError } from '#shared/user-error.ts'

export interface Terminal {
  readonly input: NodeJS.ReadableStream & { readonly isTTY?: boolean }
  readonly output: NodeJS.WritableStream
}

interface ConfirmationOptions {
  /** Skips the confirmation. */
  readonly yes: boolean
  readonly terminal: Terminal
}

/** Creates a function that asks for confirmation before a plan is applied. It throws `UserError` if the user declines. */
export function createPlanConfirmation(
  connection: ManagementConnection,
  options: ConfirmationOptions,
): (items: readonly PlannedResource[]) => Promise<void> {
  const confirm = createWriteConfirmation(connection, options)
  return (items) => confirm(formatPlanCounts(items))
}

/**
 * Creates a function that asks for confirmation before a command writes to the environment `master` of a real space,
 * which visitors see. It throws `UserError` if the user declines, or if there is no terminal.
 */
export function createWriteConfirmation(
  { insecure, environmentId, spaceId }: ManagementConnection,
  { yes, terminal }: ConfirmationOptions,
): (summary: string) => Promise<void> {
  return async (summary) => {
    if (insecure || yes || environmentId !== 'master') return
    const message = `This writes to "master" of the space "${spaceId}": ${summary}`
    if (!terminal.input.isTTY)
      throw new UserError(
        `${message} There is no terminal to confirm it: run it with --yes, or with another CONTENTFUL_ENVIRONMENT`,
      )
    if (!(await askYesNo(createTerminalPrompt(terminal), `${message}\nContinue?`))) throw new UserError(NOTHING_WRITTEN)
  }
}

/** Creates a function that asks a question in the terminal. It throws `UserError` if the user cancels. */
export const createTerminalPrompt = (terminal: Terminal) => async (question: string) => {
  const readline = createInterface(terminal)
  try {
    return await readline.question(question)
  } catch {
    // Ctrl-C or Ctrl-D
    throw new UserError(NOTHING_WRITTEN)
  } finally {
    readline.close()
  }
}

const NOTHING_WRITTEN = 'Nothing was written.'
