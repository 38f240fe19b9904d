import { ignoreNotFound, parseApiError } from '#cms/sync/contentful/api-error.ts'
import type { ResourceType } from './resource-type.ts'

/** An asset needs at most five: update, process, upload again, process, publish. The others are for conflicts. */
const MAX_STEPS = 8

/**
 * Brings one resource from its actual to its desired state, one request at a time. Reads the resource again after a
 * version conflict, which a concurrent writer or the retry of a successful request causes (docs/contentful.md, Traps).
 * Throws after 8 steps.
 */
export async function reconcile<Desired extends { readonly id: string }, Actual>(
  resourceType: ResourceType<Desired, Actual>,
  desired: Desired,
  initial: Actual | undefined,
): Promise<void> {
  let actual = initial
  for (let steps = 0; steps < MAX_STEPS; steps += 1) {
    const step = resourceType.nextStep(desired, actual)
    if (!step) return
    try {
      actual = await step.run()
    } catch (error) {
      if (parseApiError(error).status !== 409) throw error
      actual = await resourceType.read(desired.id).catch(ignoreNotFound)
    }
  }
  if (resourceType.nextStep(desired, actual))
    throw new Error('another user or process writes it too, or Contentful does not store its values: try again')
}
