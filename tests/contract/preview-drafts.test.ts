import { LOCAL_ENVIRONMENT_ID, LOCAL_SPACE_ID, LOCAL_TOKENS } from 'contentful-local/constants'
import { print } from 'graphql'
import { expect, onTestFinished, test } from 'vitest'
import * as z from 'zod'
import { readSiteQueries } from '#scripts/build/query-files.ts'
import { startSpace } from '#tests/setup/contentful/start-space.ts'
import { createPreviewServer } from '#tests/setup/server/preview-server.ts'

const graphqlResponse = z.object({ data: z.looseObject({}), errors: z.never().optional() })

/**
 * Creates a function that sends GraphQL queries through the preview proxy of the site's server, with an editor's
 * cookie.
 */
async function createPreviewClient(url: string) {
  const graphql = {
    url: `${url}/content/v1/spaces/${LOCAL_SPACE_ID}/environments/${LOCAL_ENVIRONMENT_ID}`,
    token: LOCAL_TOKENS.preview,
  }
  const site = await createPreviewServer({ graphql })
  onTestFinished(() => site[Symbol.asyncDispose]())
  const headers = { cookie: await site.cookie(), 'sec-fetch-site': 'same-origin' }
  return async (query: string, variables = {}) => {
    const payload = { query, variables }
    const { statusCode, body } = await site.inject({ method: 'POST', url: '/preview/graphql', headers, payload })
    return { statusCode, body }
  }
}

test('all queries of the site work with drafts', async () => {
  await using space = await startSpace('site')
  const queryDrafts = await createPreviewClient(space.url)
  for (const [name, document] of Object.entries(await readSiteQueries())) {
    const { statusCode, body } = await queryDrafts(print(document), { skip: 0, limit: 120 })
    expect([name, statusCode, graphqlResponse.safeParse(JSON.parse(body)).error]).toEqual([name, 200, undefined])
    expect(body).toContain('"__typename"')
  }
})
