import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { PHOTO_TYPE } from '#cms/photo-desk/client/picture-type.ts'
import { createSpacePicturesQuery } from '#cms/photo-desk/client/space-pictures.ts'
import { createFastDeskClient, createTestCma } from '#tests/setup/photo-desk/test-cma.ts'
import { createTestPage } from '#tests/setup/photo-desk/test-pictures.ts'
import { createScheduledActionsQuery } from './scheduled-actions.ts'

interface ListRequest {
  readonly params: { readonly query: Readonly<Record<string, string>> }
}

test('the pictures are read again when a step has run, and not when another one is scheduled', async () => {
  let scheduled: readonly string[] = []
  const cma = createTestCma(({ params: { query } }: ListRequest) => ({
    items: query['sys.status'] === 'failed' ? [] : scheduled.map((id) => ({ sys: { id } })),
  }))
  const client = createFastDeskClient(cma)
  const queryClient = new QueryClient()
  const { queryKey } = createSpacePicturesQuery(client, PHOTO_TYPE)
  queryClient.setQueryData(queryKey, { entries: new Map(), assets: new Map(), page: createTestPage([], {}) })
  for (const [ids, isInvalidated] of [
    [['first'], false],
    [['first', 'second'], false],
    [['second'], true],
  ] as const) {
    scheduled = ids
    await queryClient.fetchQuery(createScheduledActionsQuery(client, { environment: 'master' }))
    expect(queryClient.getQueryState(queryKey)).toMatchObject({ isInvalidated })
  }
})
