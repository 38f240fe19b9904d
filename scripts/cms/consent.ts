import { createInterface } from 'node:readline/promises'
import { BadInput } from '#cms/space/bad-input.ts'
import type { Connection } from '#cms/space/connection.ts'
import type { PlannedItem } from '#cms/space/plan.ts'
import { planCounts } from '#cms/space/plan-text.ts'

interface Terminal {
  readonly input: NodeJS.ReadableStream & { readonly isTTY?: boolean }
  readonly output: NodeJS.WritableStream
}

/** Asks before something is written into what visitors of a real site see: the environment `master`. */
export function consent(
  { insecure, environmentId, spaceId }: Connection,
  { yes, terminal }: { readonly yes: boolean; readonly terminal: Terminal },
): (items: readonly PlannedItem[]) => Promise<void> {
  return async (items) => {
    if (insecure || yes || environmentId !== 'master') return
    const what = `This writes to "master" of the space "${spaceId}": ${planCounts(items)}`
    if (!terminal.input.isTTY)
      throw new BadInput(
        `${what} Nobody is here to be asked: run it with --yes, or into another CONTENTFUL_ENVIRONMENT`,
      )
    const asking = createInterface(terminal)
    try {
      // Ctrl-C and Ctrl-D are an answer too.
      const answer = await asking.question(`${what}\nGo on? (y/N) `).catch(() => 'no')
      if (!/^y(es)?$/i.test(answer.trim())) throw new BadInput('Nothing was written.')
    } finally {
      asking.close()
    }
  }
}
