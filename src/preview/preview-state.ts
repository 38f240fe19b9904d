import { queryOptions } from '@tanstack/react-query'
import { type PreviewState, previewApiPaths, previewStateSchema } from '#server/preview/contract.ts'

/** Asks for what editors are told beside the page. `ended`: the server does not know this editor any more. */
export const previewStateQueryOptions = () =>
  queryOptions({
    queryKey: ['preview state'],
    queryFn: async ({ signal }): Promise<PreviewState | 'ended'> => {
      const response = await fetch(previewApiPaths.state, {
        headers: { accept: 'application/json' },
        signal: AbortSignal.any([signal, AbortSignal.timeout(PATIENCE)]),
      })
      if (response.status === 401) return 'ended'
      if (!response.ok) throw new Error(`The preview's state: the server answered ${response.status}`)
      return previewStateSchema.parse(await response.json())
    },
    retry: false,
    refetchOnWindowFocus: 'always',
    networkMode: 'always',
  })

/** ms; the server may have to ask Contentful for every entry. */
const PATIENCE = 20_000
