import {
  needsPublishing,
  type PublishState,
  type ReconcileStep,
  type ResourceType,
} from '#cms/sync/resources/resource-type.ts'

/** The same, but nothing is published. */
export const withoutPublishing = <Wanted extends { readonly id: string }, Held>(
  kind: ResourceType<Wanted, Held>,
): ResourceType<Wanted, Held> => ({
  ...kind,
  nextStep(wanted, held) {
    const step = kind.nextStep(wanted, held)
    return step?.action === 'publish' ? null : step
  },
})

interface ById {
  readonly id: string
}

/** Publishes what is there, as it is. */
export const createPublishOnlyResourceType = <Held extends { readonly sys: PublishState }>(
  { name, read }: Pick<ResourceType<ById, Held>, 'name' | 'read'>,
  publish: (held: Held) => Promise<Held>,
  needs: (id: string) => readonly string[],
): ResourceType<ById, Held> => ({
  name,
  read,
  dependsOn: ({ id }) => needs(id),
  compare: () => ({ changes: [], preserved: [] }),
  nextStep: (_, held): ReconcileStep<Held> | null =>
    held && needsPublishing(held.sys) ? { action: 'publish', run: () => publish(held) } : null,
})
