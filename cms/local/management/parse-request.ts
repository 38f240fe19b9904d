import * as z from 'zod'
import { createValidationError, type ErrorDetail } from '#cms/local/http/rest-error.ts'

/** A request's body in the shape that its endpoint takes; what is not gets named, as Contentful names it. */
export function parseRequestBody<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
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
export const sysSchema = z.unknown().optional()
