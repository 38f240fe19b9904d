import { type Address, addressesIn, addressTrouble } from './addresses.ts'
import type { Content } from './content.ts'
import type { Flaw, Rule } from './finding.ts'
import type { LinkTrouble } from './link-probe.ts'

/** Links that do not open, as the other sites answered. */
export const deadLinks =
  (troubles: ReadonlyMap<string, LinkTrouble>): Rule =>
  (content) =>
    addressesIn(content).flatMap(({ entry, place, address }): readonly Flaw[] => {
      const trouble = troubles.get(address)
      if (!trouble) return []
      const { isDead, reason } = trouble
      const text = `${place.name} leads to ${address}, which ${reason}: open it, and correct or remove it`
      return [{ rule: 'link', severity: isDead ? 'broken' : 'should', of: entry, field: place.id, text }]
    })

/** The addresses that are worth asking, each once. */
export const askable = (...contents: readonly Content[]): readonly string[] => [
  ...new Set(
    contents
      .flatMap(addressesIn)
      .filter(isSound)
      .map(({ address }) => address),
  ),
]

const isSound = ({ address }: Address) => addressTrouble(address) === undefined
