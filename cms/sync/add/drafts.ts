import type { Kind, Published, Step } from '#cms/sync/kind.ts'
import { needsPublishing } from '#cms/sync/kind.ts'

/** The same, but nothing is published. */
export const asDrafts = <Wanted extends { readonly id: string }, Held>(
  kind: Kind<Wanted, Held>,
): Kind<Wanted, Held> => ({
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
export const publishing = <Held extends { readonly sys: Published }>(
  { name, read }: Pick<Kind<ById, Held>, 'name' | 'read'>,
  publish: (held: Held) => Promise<Held>,
  needs: (id: string) => readonly string[],
): Kind<ById, Held> => ({
  name,
  read,
  needs: ({ id }) => needs(id),
  compare: () => ({ changes: [], kept: [] }),
  nextStep: (_, held): Step<Held> | null =>
    held && needsPublishing(held.sys) ? { action: 'publish', take: () => publish(held) } : null,
})
