import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type LocalContentfulOptions, startLocalContentful } from 'contentful-local'
import { LOCAL_TOKENS } from 'contentful-local/constants'
import * as z from 'zod'
import { model } from '#cms/model/model.gen.ts'
import { readSeed } from '#cms/seed/read-seed.ts'
import { seedTestSpace } from './seed-test-space.ts'
import { copySnapshot } from './snapshot.ts'
import { createManagementClient } from './test-contentful.ts'

/** Fills an empty space. */
type Fill = (url: string) => Promise<unknown>

const CONTENTS = {
  /** The content types of the site, without content. */
  model: (url) => seedTestSpace(url, { seed: { assets: [], entries: [] }, model }),
  /** The small seed and its content types. */
  home: (url) => seedTestSpace(url),
  /** All content of the site. */
  site: (url) => seedTestSpace(url, { seed: readSeed(), model }),
} as const satisfies Readonly<Record<string, Fill>>

type SpaceOptions = Partial<LocalContentfulOptions>

/** A running local Contentful. Disposing it deletes its state, unless the test named the folder. */
export type TestSpace = Awaited<ReturnType<typeof startSpace>>

/** Starts a local Contentful with this content. With the option `folder` it has the state of the folder. */
export async function startSpace(content: 'empty' | keyof typeof CONTENTS = 'empty', options: SpaceOptions = {}) {
  return content === 'empty' ? startServer(options) : startFilledSpace(content, CONTENTS[content], options)
}

/** Starts a local Contentful that `fill` has filled. `fill` runs once per test run and name; others get copies. */
export async function startFilledSpace(name: string, fill: Fill, options: SpaceOptions = {}) {
  const folder = await copySnapshot(name, fill)
  const space = await startServer({ ...options, folder })
  return { ...space, [Symbol.asyncDispose]: () => space[Symbol.asyncDispose]().then(() => removeState(folder)) }
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

async function startServer(options: SpaceOptions) {
  const folder = options.folder ?? (await mkdtemp(join(tmpdir(), 'contentful-')))
  const server = await startLocalContentful({ port: 0, ...options, folder })
  return {
    url: server.url,
    folder,
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
    async [Symbol.asyncDispose]() {
      await server.close()
      if (options.folder === undefined) await removeState(folder)
    },
  }
}

const removeState = (folder: string) => rm(folder, { recursive: true })
