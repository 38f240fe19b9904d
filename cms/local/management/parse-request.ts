import { randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import * as z from 'zod'
import { createValidationError, type ErrorDetail, RestError } from '#cms/local/http/rest-error.ts'
import type { StoredResource } from '#cms/local/store/resource-table.ts'
import type { Store } from '#cms/local/store/store.ts'
import { createResourceLink } from './resource-sys.ts'

/** A request's body in the shape that its endpoint takes; what is not gets named, as Contentful names it. */
export function parseManagementBody<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const { success, data, error } = schema.safeParse(body)
  if (success) return data
  throw createValidationError(error.issues.flatMap(flawsOf))
}

function flawsOf(issue: z.core.$ZodIssue): readonly ErrorDetail[] {
  const path = issue.path.map((step) => (typeof step === 'symbol' ? String(step) : step))
  if (issue.code !== 'unrecognized_keys') return [{ name: issue.code, path, details: issue.message }]
  return issue.keys.map((key) => ({
    name: 'unknown',
    path: [...path, key],
    details: `The local Contentful does not know the property "${key}" here`,
  }))
}

/** What clients send back as they read it: the server's own, which a client cannot change. */
export const ignoredSysSchema = z.unknown().optional()

type Versioned = Pick<StoredResource<unknown>, 'id' | 'version'>

/** The version that a client believes it changes; absent on what `createWithId` sends. */
export function getSentVersion(headers: IncomingHttpHeaders): number | undefined {
  const header = headers['x-contentful-version']
  if (header === undefined) return undefined
  if (/^\d+$/.test(`${header}`)) return Number(header)
  throw new RestError('BadRequest', `X-Contentful-Version must be a whole number, not "${header}"`)
}

/** A write to something that exists names its version: without one it would be a second create (contentful.md, Versions). */
export function expectVersion({ id, version }: Versioned, sent: number | undefined): void {
  if (sent === version) return
  const found = sent === undefined ? 'without X-Contentful-Version' : `for version ${sent}`
  throw new RestError('VersionMismatch', `"${id}" is at version ${version}; the request came ${found}`)
}

/** The official clients send no version when they unpublish, archive or delete; one that is sent must fit. */
export function expectVersionIfSent(found: Versioned, sent: number | undefined): void {
  if (sent !== undefined) expectVersion(found, sent)
}

/** Contentful's rule for ids. */
const ID = /^[a-zA-Z0-9_.-]{1,64}$/

/** Creating takes no version, or 0, as contentful-migration sends it. */
export function expectNewResource(type: string, id: string, sent: number | undefined): void {
  if (sent !== undefined && sent !== 0) {
    throw new RestError('NotFound', `There is no ${type} "${id}", so none at version ${sent}`, { type, id })
  }
  if (!ID.test(id))
    throw createValidationError([{ name: 'regexp', path: ['sys', 'id'], value: id, details: `Does not match ${ID}` }])
}

/** For what is created without an id. */
export const createId = (): string => randomBytes(11).toString('hex')

/** What entries and assets wear. Concepts are not here: an empty list of them is all that may come. */
export const metadataSchema = z
  .strictObject({
    tags: z
      .array(z.object({ sys: z.object({ type: z.literal('Link'), linkType: z.literal('Tag'), id: z.string() }) }))
      .optional(),
    concepts: z.array(z.never()).optional(),
  })
  .optional()

/** The ids of the tags that are sent; without any word of them those that are there. Throws where one is unknown. */
export function parseTagIds(
  given: z.output<typeof metadataSchema>,
  before: readonly string[] | undefined,
  { tags }: Store,
): readonly string[] {
  if (!given?.tags) return before ?? []
  const ids = [...new Set(given.tags.map(({ sys }) => sys.id))]
  const unknown = ids.filter((id) => !tags.get(id))
  if (unknown.length === 0) return ids
  throw createValidationError(
    unknown.map((id) => ({ name: 'notResolvable', path: ['metadata', 'tags'], value: id, details: `No tag "${id}"` })),
  )
}

export const toMetadata = (tags: readonly string[]) => ({
  tags: tags.map((id) => createResourceLink('Tag', id)),
  concepts: [],
})
