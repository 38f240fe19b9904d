import { parseApiError } from '#cms/sync/contentful/api-error.ts'
import { retryTruncatedResponse } from '#cms/sync/contentful/retry-request.ts'
import type { ReconcileAction, ResourceType } from '#cms/sync/resources/resource-type.ts'

/** Update, process, upload again, process and publish are five; the rest is for steps that somebody else came before. */
const MAX_STEPS = 8

/**
 * Takes one step after the other until none is left. A conflict of versions means that somebody else wrote, or that
 * a request was repeated which had succeeded (docs/contentful.md, Traps); half an answer, that it may have succeeded.
 * The thing is read again then, and the steps follow from that.
 */
export async function reconcile<Wanted extends { readonly id: string }, Held>(
  kind: ResourceType<Wanted, Held>,
  wanted: Wanted,
  found: Held | undefined,
  onStep: (action: ReconcileAction) => void,
): Promise<void> {
  let held = found
  let last: ReconcileAction | null = null
  for (let steps = 0; steps < MAX_STEPS; steps += 1) {
    const step = kind.nextStep(wanted, held)
    if (!step) return
    if (step.action === 'update' && last === 'update') throw new Error('Contentful does not keep what it is sent')
    try {
      held = await step.run()
      last = step.action
      onStep(step.action)
    } catch (error) {
      const { status, isTruncated } = parseApiError(error)
      if (status !== 409 && !isTruncated) throw error
      held = await retryTruncatedResponse(() => kind.read(wanted.id)).catch(ignoreNotFound)
      last = null
    }
  }
  if (kind.nextStep(wanted, held)) throw new Error('somebody else is writing it at the same time; try again')
}

/** The error of something that is not there. */
export function ignoreNotFound(error: unknown): undefined {
  if (parseApiError(error).status !== 404) throw error
}
