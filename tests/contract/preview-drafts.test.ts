import { LOCAL_TOKENS } from 'contentful-local/constants'
import { expect, test } from 'vitest'
import { createDraftQueries } from '#scripts/build/draft-queries.ts'
import { startSiteSpace } from '#tests/setup/contentful/start-site-space.ts'

test('§10.10 all queries of the site work with drafts', async () => {
  await using space = await startSiteSpace('pages')
  for (const [name, query] of Object.entries(await createDraftQueries())) {
    const { data, errors } = await space.queryGraphql(query, { token: LOCAL_TOKENS.preview })
    expect.soft([name, errors, JSON.stringify(data)]).toEqual([name, undefined, expect.stringContaining('__typename')])
  }
})
