import { Pointer } from 'rfc6902'
import * as z from 'zod'

/** Media types that a transformed call can have (Contentful's documentation of webhook transformations). */
const CONTENT_TYPES = [
  'application/vnd.contentful.management.v1+json',
  'application/vnd.contentful.management.v1+json; charset=utf-8',
  'application/json',
  'application/json; charset=utf-8',
  'application/x-www-form-urlencoded',
  'application/x-www-form-urlencoded; charset=utf-8',
] as const

/** `transformation` of a webhook: another method, media type or body. */
export const transformationSchema = z.strictObject({
  method: z.enum(['POST', 'GET', 'PUT', 'PATCH', 'DELETE']).nullish(),
  contentType: z.enum(CONTENT_TYPES).nullish(),
  includeContentLength: z.boolean().nullish(),
  body: z.json().optional(),
})

/** The values that pointers in a body template can name: `{ /payload/sys/id }`, `{ /topic }`. */
export interface TransformationContext {
  readonly payload: unknown
  readonly topic: string
}

/** Creates the body of a transformed call; `undefined` if the template is absent. */
export function renderBody(
  { body, contentType }: z.output<typeof transformationSchema>,
  context: TransformationContext,
): string | undefined {
  if (body === undefined) return undefined
  const value = resolvePointers(body, context)
  return contentType?.startsWith('application/x-www-form-urlencoded') ? toFormBody(value) : JSON.stringify(value)
}

function resolvePointers(template: unknown, context: TransformationContext): unknown {
  if (Array.isArray(template)) return template.map((item) => resolvePointers(item, context))
  if (typeof template === 'object' && template !== null)
    return Object.fromEntries(Object.entries(template).map(([key, value]) => [key, resolvePointers(value, context)]))
  if (typeof template !== 'string') return template
  const [, onlyPointer] = /^\{\s*(\/[^\s{}]*)\s*\}$/.exec(template) ?? []
  if (onlyPointer) return getAtPointer(context, onlyPointer) ?? null
  return renderText(template, context)
}

/** Replaces the pointers in a text, such as `{ /payload/sys/id }`, by their values. Absent values are empty. */
export const renderText = (template: string, context: TransformationContext): string =>
  template.replaceAll(/\{\s*(\/[^\s{}]*)\s*\}/g, (_, pointer: string) => toText(getAtPointer(context, pointer)))

/** The value at a JSON Pointer (RFC 6901). */
const getAtPointer = (context: TransformationContext, pointer: string): unknown =>
  Pointer.fromJSON(pointer).get(context)

const toText = (value: unknown): string =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '')

const toFormBody = (value: unknown): string =>
  new URLSearchParams(
    Object.fromEntries(Object.entries(value ?? {}).map(([key, item]) => [key, toText(item)])),
  ).toString()
