import * as z from 'zod'
import { ignoreNotFound } from '#cms/sync/apply/reconcile.ts'
import { parseApiError } from '#cms/sync/contentful/api-error.ts'
import { retryTruncatedResponse } from '#cms/sync/contentful/retry-request.ts'
import type { SpaceClient } from '#cms/sync/contentful/space-client.ts'
import { matchesDesired } from '#cms/sync/resources/resource-type.ts'

/** A request in the format of contentful-migration; `url` is relative to the environment. */
export interface MigrationRequest {
  readonly method: string
  readonly url: string
  readonly headers?: Readonly<Record<string, string | number>>
  readonly data?: unknown
}

/** Sends a request through the client of the space, with its retries and rate limit. */
const sendMigrationRequest = ({ client, path }: SpaceClient, request: MigrationRequest): Promise<unknown> => {
  const { method, url, headers, data } = request
  return client.raw.http(`${path}/${url.replace(/^\/+/, '')}`, { method, ...(headers && { headers }), data })
}

/** Reads through the client of the space. Retries truncated responses. */
export const readForMigration = (space: SpaceClient, url: string): Promise<unknown> =>
  retryTruncatedResponse(() => sendMigrationRequest(space, { method: 'GET', url }))

/**
 * Sends a write request of a script. If its response was lost, the client sends it again, and Contentful rejects it
 * because the version has changed: then the state of the resource tells whether the first one has taken effect.
 */
export async function writeMigrationRequest(space: SpaceClient, request: MigrationRequest): Promise<void> {
  try {
    await sendMigrationRequest(space, request)
  } catch (error) {
    const { status, isTruncated } = parseApiError(error)
    const isUncertain = status === 409 || isTruncated || (status === 404 && isDelete(request))
    if (!isUncertain || !(await hasTakenEffect(space, request))) throw error
  }
}

const resourceSchema = z.looseObject({
  sys: z.object({ version: z.number(), publishedVersion: z.number().optional() }),
})

const isDelete = ({ method }: MigrationRequest) => method.toUpperCase() === 'DELETE'

/** Whether the resource is in the state that the request leads to. */
async function hasTakenEffect(space: SpaceClient, request: MigrationRequest): Promise<boolean> {
  const { url, headers, data } = request
  const response = await readForMigration(space, url.replace(/\/published$/, '')).catch(ignoreNotFound)
  const isPublication = url.endsWith('/published')
  if (response === undefined) return isDelete(request) && !isPublication
  const { success, data: actual } = resourceSchema.safeParse(response)
  if (!success) return false
  const { version, publishedVersion } = actual.sys
  if (isDelete(request)) return isPublication && publishedVersion === undefined
  const sentVersion = Number(headers?.['X-Contentful-Version'])
  if (isPublication) return publishedVersion === sentVersion
  return version === sentVersion + 1 && matchesDesired(actual, withoutSys(data))
}

/** The request has the `sys` of the earlier state. */
const withoutSys = (data: unknown) => Object.fromEntries(Object.entries(data ?? {}).filter(([name]) => name !== 'sys'))
