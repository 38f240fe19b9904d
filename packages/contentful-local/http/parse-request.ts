import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyRequest } from 'fastify'
import * as z from 'zod'
import { describeAlternative } from '#local/engine/alternatives.ts'
import { createValidationError, type ErrorDetail, RestError, type ValuePath } from '#local/engine/rest-error.ts'
import type { IdRoute } from './access.ts'

/** Parses a request body. Throws a `ValidationFailed` error that names every invalid property, as Contentful does. */
export function parseManagementBody<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const { success, data, error } = schema.safeParse(body)
  if (success) return data
  throw createValidationError(error.issues.flatMap(toErrorDetails))
}

function toErrorDetails(issue: z.core.$ZodIssue): readonly ErrorDetail[] {
  const path = issue.path.map((key) => (typeof key === 'symbol' ? String(key) : key))
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => {
      const details = `The local Contentful does not support the property "${key}" here${describeAlternative(key)}`
      return { name: 'unknown', path: [...path, key], details }
    })
  if (issue.code === 'invalid_type' && issue.message.endsWith('received undefined'))
    return [{ name: 'required', path, details: `The property "${path.at(-1)}" is required here` }]
  const alternative = issue.code === 'invalid_value' ? describeAlternative(issue.message) : ''
  return [{ name: DETAIL_NAMES[issue.code] ?? issue.code, path, details: issue.message + alternative }]
}

/** A `ValidationFailed` error for one value. */
export const createValueError = (name: string, path: ValuePath, value?: unknown, details?: string) =>
  createValidationError([{ name, path, value, ...(details === undefined ? {} : { details }) }])

/** Contentful's names of validation errors, by zod's code. */
const DETAIL_NAMES: Readonly<Record<string, string>> = {
  invalid_type: 'type',
  invalid_value: 'in',
  invalid_format: 'regexp',
  invalid_key: 'unknown',
  invalid_union: 'invalid',
  too_small: 'size',
  too_big: 'size',
}

/** The schema of a request body. `sys`, which clients send back after reading it, is ignored: only the server sets it. */
export const createBodySchema = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z
    .looseObject({ sys: z.unknown().optional() })
    .transform(({ sys: _, ...properties }) => properties)
    .pipe(z.strictObject(shape))

/** A link to a resource of one of these types. */
export const createLinkSchema = <EntityType extends string>(...linkTypes: [EntityType, ...EntityType[]]) =>
  z.object({ sys: z.object({ type: z.literal('Link'), linkType: z.enum(linkTypes), id: z.string() }) })

/**
 * The version in `X-Contentful-Version`: the one that the client wants to change. Absent when it creates with an id. A
 * negative one is a mismatch (recorded: contentful-management.rb, vcr_cassettes/entry/publish_already_published.yml).
 */
export function getSentVersion(headers: IncomingHttpHeaders): number | undefined {
  const header = headers['x-contentful-version']
  if (header === undefined) return undefined
  if (/^-?\d+$/.test(`${header}`)) return Number(header)
  throw new RestError('BadRequest', `X-Contentful-Version must be a whole number, not "${header}"`)
}

export type ResourceRequest = ReturnType<typeof parseResourceRequest>

/** Parses a request about one resource, except its body. `version`: the one that the client sent, if any. */
export const parseResourceRequest = ({ params: { id }, body, headers, host }: FastifyRequest<IdRoute>) => {
  return { id, version: getSentVersion(headers), body, headers, host }
}

/** Throws `VersionMismatch` (409) unless the sent version is the current one (docs/contentful.md, Versions). */
export function expectVersion(id: string, version: number, sent: number | undefined): void {
  if (sent === version) return
  const description = sent === undefined ? 'has no X-Contentful-Version' : `is for version ${sent}`
  throw new RestError('VersionMismatch', `"${id}" is at version ${version}; the request ${description}`)
}

/** Throws if there are as many resources as a space may have. `name` is their plural. */
export function expectBelowLimit(name: string, { length }: readonly unknown[], limit: number): void {
  if (length < limit) return
  const reason = `The limit of ${limit} ${name} is reached`
  throw new RestError('AccessDenied', 'Forbidden', { reasons: ['usageExceeded', reason] })
}

/** Contentful's format of ids. */
const ID_PATTERN = /^[a-zA-Z0-9_.-]{1,64}$/

/** Throws unless a new resource can have this id. The sent version must be absent or 0, which contentful-migration sends. */
export function expectNewResource(type: string, id: string, sent: number | undefined): void {
  if (sent)
    throw new RestError('NotFound', `There is no ${type} "${id}"; the request is for version ${sent}`, { type, id })
  if (!ID_PATTERN.test(id)) throw createValueError('regexp', ['sys', 'id'], id, `Does not match ${ID_PATTERN}`)
}
