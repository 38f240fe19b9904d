import { randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { createValidationError, RestError } from '#cms/local/http/rest-error.ts'
import type { StoredResource } from '#cms/local/store/resource-table.ts'

type Versioned = Pick<StoredResource<unknown>, 'id' | 'version'>

/** The version that a client believes it changes; absent on what `createWithId` sends. */
export function getSentVersion(headers: IncomingHttpHeaders): number | undefined {
  const header = headers['x-contentful-version']
  if (header === undefined) return undefined
  if (/^\d+$/.test(`${header}`)) return Number(header)
  throw new RestError('BadRequest', `X-Contentful-Version must be a whole number, not "${header}"`)
}

/** A write to something that exists names its version: without one it would be a second create (docs/contentful.md, Versions). */
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
