import { Pointer } from 'rfc6902'
import * as z from 'zod'

const MEDIA_TYPES = [
  'application/vnd.contentful.management.v1+json',
  'application/vnd.contentful.management.v1+json; charset=utf-8',
  'application/json',
  'application/json; charset=utf-8',
  'application/x-www-form-urlencoded',
  'application/x-www-form-urlencoded; charset=utf-8',
] as const

/** Another method, media type or body of a webhook. The media types are those of Contentful's documentation. */
export const transformationSchema = z.strictObject({
  method: z.enum(['POST', 'GET', 'PUT', 'PATCH', 'DELETE']).nullish(),
  contentType: z.enum(MEDIA_TYPES).nullish(),
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
  const value = renderTemplate(body, context)
  if (!contentType?.startsWith('application/x-www-form-urlencoded')) return JSON.stringify(value)
  const entries = Object.entries(value ?? {}).map(([key, item]) => [key, toText(item)])
  return new URLSearchParams(Object.fromEntries(entries)).toString()
}

function renderTemplate(template: unknown, context: TransformationContext): unknown {
  if (Array.isArray(template)) return template.map((item) => renderTemplate(item, context))
  if (typeof template === 'object' && template !== null)
    return Object.fromEntries(Object.entries(template).map(([key, value]) => [key, renderTemplate(value, context)]))
  if (typeof template !== 'string') return template
  const [, onlyPointer] = /^\{\s*(\/[^\s{}]*)\s*\}$/.exec(template) ?? []
  return onlyPointer ? (Pointer.fromJSON(onlyPointer).get(context) ?? null) : renderText(template, context)
}

/** Replaces the pointers in a text, such as `{ /payload/sys/id }`, by their values. Absent values are empty. */
export const renderText = (template: string, context: TransformationContext): string =>
  template.replaceAll(/\{\s*(\/[^\s{}]*)\s*\}/g, (_, pointer: string) => toText(Pointer.fromJSON(pointer).get(context)))

const toText = (value: unknown): string =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '')
