import type { DocumentNode } from 'graphql'
import * as z from 'zod/mini'
import { tryParseJson } from '#shared/try-parse-json.ts'
import type { ContentfulResponse, SendVersionQuery } from './content-query.ts'
import { createItemsQuery, IDS_VARIABLE, MAX_REQUESTED_ITEMS } from './items-query.ts'
import {
  type ContentResponse,
  createScheduledContent,
  isBrokenLinkError,
  type MissingItem,
} from './merge-scheduled-content.ts'
import type { ScheduledView } from './scheduled-view.ts'

interface ScheduledContentOptions {
  readonly view: ScheduledView
  readonly document: DocumentNode
  readonly request: Parameters<SendVersionQuery>[2]
  readonly sendQuery: SendVersionQuery
}

/** Each round adds items that the items of the round before link to. The longest path of the site's queries has four. */
const MAX_ROUNDS = 5

/**
 * Reads the content of a query as of a time: drafts and published content, then the items that only one of the two links
 * to. Resolves with Contentful's response when it has no data, for example for an invalid query.
 */
export async function readScheduledContent(options: ScheduledContentOptions): Promise<ContentfulResponse> {
  const { view, document, request, sendQuery } = options
  const [draft, published] = await Promise.all([
    sendQuery('draft', document, request),
    sendQuery('published', document, request),
  ])
  const responses = { draft: parseResponse(draft), published: parseResponse(published) }
  if (!responses.draft) return draft
  if (!responses.published) return published
  const content = createScheduledContent(view, { draft: responses.draft, published: responses.published })
  let { data, missing } = content.merge()
  for (let round = 0; missing.length > 0 && round < MAX_ROUNDS; round += 1) {
    const failure = await addMissingItems(missing)
    if (failure !== undefined) return failure
    ;({ data, missing } = content.merge())
  }
  const errors = [...responses.draft.errors, ...responses.published.errors].filter((error) => !isBrokenLinkError(error))
  return { status: 200, text: JSON.stringify({ data, ...(errors.length > 0 && { errors }) }) }

  /** Resolves with the response of a request that has failed. */
  async function addMissingItems(items: readonly MissingItem[]): Promise<ContentfulResponse | undefined> {
    const failures = await Promise.all(
      splitIntoRequests(items).map(async (group) => {
        const [first] = group
        if (!first) return undefined
        const response = await sendQuery(first.version, createItemsQuery({ document, ...first }), {
          variables: { ...request.variables, [IDS_VARIABLE]: group.map(({ id }) => id) },
        })
        const found = parseResponse(response)
        if (!found) return response
        content.addItems(group, found)
        return undefined
      }),
    )
    return failures.find((failure) => failure !== undefined)
  }
}

/** Items with the same version, type and path, up to the limit of a request, without duplicates. */
function splitIntoRequests(items: readonly MissingItem[]): readonly (readonly MissingItem[])[] {
  const unique = new Map(items.map((item) => [[item.version, item.type, ...item.path, item.id].join(' '), item]))
  const groups = Map.groupBy(unique.values(), ({ version, type, path }) => [version, type, ...path].join(' '))
  return [...groups.values()].flatMap((group) =>
    Array.from({ length: Math.ceil(group.length / MAX_REQUESTED_ITEMS) }, (_, index) =>
      group.slice(index * MAX_REQUESTED_ITEMS, (index + 1) * MAX_REQUESTED_ITEMS),
    ),
  )
}

const responseSchema = z.object({
  data: z.record(z.string(), z.unknown()),
  errors: z._default(z.array(z.unknown()), []),
})

/** `undefined` for a response without data. */
function parseResponse(response: ContentfulResponse): ContentResponse | undefined {
  if (typeof response === 'string') return undefined
  return responseSchema.safeParse(tryParseJson(response.text)).data
}
