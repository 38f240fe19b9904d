import { createInterface } from 'node:readline/promises'
import type { ManagementConnection } from '#cms/sync/contentful/space-connections.ts'
import { formatPlanCounts } from '#cms/sync/plan/format-plan.ts'
import type { PlannedResource } from '#cms/sync/plan/plan.ts'
import { UserError } from '#shared/user-error.ts'

interface Terminal {
  readonly input: NodeJS.ReadableStream & { readonly isTTY?: boolean }
  readonly output: NodeJS.WritableStream
}

interface Asked {
  readonly yes: boolean
  readonly terminal: Terminal
}

/** Asks before a plan is carried out in what visitors of a real site see. */
export function createPlanConfirmation(
  connection: ManagementConnection,
  asked: Asked,
): (items: readonly PlannedResource[]) => Promise<void> {
  const agreed = createWriteConfirmation(connection, asked)
  return (items) => agreed(formatPlanCounts(items))
}

/** Asks before something is written into what visitors of a real site see: the environment `master`. */
export function createWriteConfirmation(
  { insecure, environmentId, spaceId }: ManagementConnection,
  { yes, terminal }: Asked,
): (what: string) => Promise<void> {
  return async (doing) => {
    if (insecure || yes || environmentId !== 'master') return
    const what = `This writes to "master" of the space "${spaceId}": ${doing}`
    if (!terminal.input.isTTY)
      throw new UserError(
        `${what} Nobody is here to be asked: run it with --yes, or into another CONTENTFUL_ENVIRONMENT`,
      )
    const answer = await createTerminalPrompt(terminal)(`${what}\nGo on? (y/N) `)
    if (!/^y(es)?$/i.test(answer.trim())) throw new UserError(NOTHING)
  }
}

/** Puts questions to the person at the terminal, all of them before the first write. */
export const createTerminalPrompt = (terminal: Terminal) => async (question: string) => {
  const lines = createInterface(terminal)
  try {
    return await lines.question(question)
  } catch {
    // Ctrl-C and Ctrl-D are an answer too.
    throw new UserError(NOTHING)
  } finally {
    lines.close()
  }
}

const NOTHING = 'Nothing was written.'
