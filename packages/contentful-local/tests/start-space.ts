import { rm } from 'node:fs/promises'
import { type LocalContentfulOptions, startLocalContentful } from 'contentful-local'
import { LOCAL_TOKENS } from 'contentful-local/constants'
import * as z from 'zod'
import { copySnapshot } from './snapshot.ts'
import { createManagementClient } from './test-contentful.ts'

type SpaceOptions = Partial<LocalContentfulOptions>

/** A running local Contentful. Disposing it stops it. */
export type TestSpace = Awaited<ReturnType<typeof startSpace>>

/** Starts a local Contentful that `fill` has filled. `fill` runs once per test run and name; others get copies. */
export async function startFilledSpace(name: string, fill: (url: string) => Promise<unknown>): Promise<TestSpace> {
  const folder = await copySnapshot(name, fill)
  const space = await startSpace({ folder })
  return { ...space, [Symbol.asyncDispose]: () => space.stop().then(() => rm(folder, { recursive: true })) }
}

const graphqlResponse = z.object({
  data: z.record(z.string(), z.unknown()).nullish(),
  errors: z
    .array(
      z.object({
        message: z.string(),
        extensions: z.object({ contentful: z.object({ code: z.string(), details: z.unknown().optional() }) }),
      }),
    )
    .optional(),
})

/** Starts a local Contentful with an empty space in memory, or with the state of the folder that the options name. */
export async function startSpace(options: SpaceOptions = {}) {
  const server = await startLocalContentful(options)
  return {
    url: server.url,
    client: createManagementClient(server.url),
    stop: () => server.close(),
    /** Sends a GraphQL query, by default with the delivery token. */
    queryGraphql: async (
      query: string,
      { variables = {}, token = LOCAL_TOKENS.delivery, environment = 'master' } = {},
    ) => {
      const response = await fetch(`${server.url}/content/v1/spaces/local/environments/${environment}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ query, variables }),
      })
      return { status: response.status, headers: response.headers, ...graphqlResponse.parse(await response.json()) }
    },
    [Symbol.asyncDispose]: () => server.close(),
  }
}
