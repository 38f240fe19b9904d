import { createClient } from 'contentful-management'
import { createDeskClient, type DeskClient } from '#cms/photo-desk/client/desk-client.ts'
import { RequestError } from '#cms/photo-desk/client/request-error.ts'

/** Copies a value as requests and responses are copied between the app and Contentful. */
const copy = (value: unknown) => JSON.parse(JSON.stringify(value ?? null))

type CMAClient = Parameters<typeof createDeskClient>[0]

/** Creates the client of the App SDK. `respond` answers its requests. */
export function createTestCma<Request extends object>(respond: (request: Request) => unknown): CMAClient {
  const makeRequest = async (request: object) => copy(await respond(copy(request)))
  return createClient({ apiAdapter: { makeRequest } }, { type: 'plain' })
}

/** A request that reads or writes one entry. */
interface EntryRequest<Entry> {
  readonly action: string
  readonly payload: Entry
}

/** Creates a client of the desk that sends each request at once. */
export function createTestDeskClient<Entry>(respond: (request: EntryRequest<Entry>) => unknown): DeskClient {
  const cma = createTestCma(respond)
  return { send: (request) => request(cma), readAll: async () => [], readByIds: async () => [] }
}

/** The error of a write to a version that is not the latest. */
export const createConflict = () => new RequestError('Somebody else has changed this meanwhile', { status: 409 })

/** Creates a client of the desk that waits for no limit of requests: the local Contentful has none. */
export const createFastDeskClient = (cma: CMAClient): DeskClient => createDeskClient(cma, 1_000)
