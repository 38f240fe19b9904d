import { useQuery } from '@tanstack/react-query'
import { useDesk } from '#cms/photo-desk/space/desk.ts'
import type { LibraryEntry } from '#cms/photo-desk/space/library.ts'
import { formatChangeTime } from './publication-time.ts'

/** Returns a function that says who changed an entry last and when, for example `by you, 25 Nov, 16:00`. */
export function useChangeDescriptions(entries: readonly LibraryEntry[]): (entry: LibraryEntry) => string {
  const { client, sdk } = useDesk()
  const ownId = sdk.ids.user
  const hasOthers = entries.some((entry) => getUserId(entry) !== ownId)
  const { data: names } = useQuery({
    queryKey: ['user-names'],
    enabled: hasOthers,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false, // only administrators may read the users of some spaces
    queryFn: async () => {
      const { items } = await client.send((cma) => cma.user.getManyForSpace({ query: { limit: 1_000 } }))
      return new Map(items.map(({ sys, firstName, lastName }) => [sys.id, `${firstName} ${lastName}`.trim()]))
    },
  })
  return (entry) => {
    const id = getUserId(entry)
    const name = id === ownId ? 'you' : (names?.get(id ?? '') ?? 'somebody else')
    return `by ${name}, ${formatChangeTime(entry.sys.updatedAt)}`
  }
}

const getUserId = ({ sys }: LibraryEntry): string | undefined => sys.updatedBy?.sys.id
