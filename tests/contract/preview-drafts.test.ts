import { LOCAL_ENVIRONMENT_ID, LOCAL_SPACE_ID, LOCAL_TOKENS } from 'contentful-local/constants'
import { expect, onTestFinished, test } from 'vitest'
import * as z from 'zod'
import { createDraftQueries, writeDraftQueries } from '#scripts/build/draft-queries.ts'
import { startSiteSpace } from '#tests/setup/contentful/start-site-space.ts'
import { createPreviewServer } from '#tests/setup/server/preview-server.ts'

const graphqlResponse = z.object({ data: z.looseObject({}), errors: z.never().optional() })

/**
 * Creates a function that asks the site's server for drafts, with an editor's cookie. The server has the queries that the
 * build writes.
 */
async function createPreviewClient(url: string) {
  const graphql = {
    url: `${url}/content/v1/spaces/${LOCAL_SPACE_ID}/environments/${LOCAL_ENVIRONMENT_ID}`,
    token: LOCAL_TOKENS.preview,
  }
  const site = await createPreviewServer({ graphql })
  onTestFinished(() => site[Symbol.asyncDispose]())
  await writeDraftQueries(site.root)
  const headers = { cookie: await site.cookie(), 'sec-fetch-site': 'same-origin' }
  return async (name: string, variables: object) => {
    const payload = { name, variables }
    const { statusCode, body } = await site.inject({ method: 'POST', url: '/preview/graphql', headers, payload })
    return { statusCode, body }
  }
}

test('all queries of the site work with drafts, by name, with and without the variable', async () => {
  await using space = await startSiteSpace('pages')
  const queryDrafts = await createPreviewClient(space.url)
  for (const name of Object.keys(await createDraftQueries())) {
    for (const variables of [{}, { skip: 0 }]) {
      const { statusCode, body } = await queryDrafts(name, variables)
      expect([name, statusCode, graphqlResponse.safeParse(JSON.parse(body)).error]).toEqual([name, 200, undefined])
      expect(body).toContain('"__typename"')
    }
  }
})
