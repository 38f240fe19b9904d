import * as z from 'zod'
import { getValuesAt } from '#local/engine/query-parameters.ts'
import { isLoopbackUrl } from '#local/http/loopback-requests.ts'
import { describeUnsupported } from '#local/http/rest-error.ts'
import { createBodySchema, createValueError, succeeds } from '#local/management/parse-request.ts'

const docSchema = z.strictObject({ doc: z.enum(['sys.id', 'sys.contentType.sys.id', 'sys.environment.sys.id']) })
const patternSchema = z.string().refine((text) => succeeds(() => new RegExp(text)), 'Not a regular expression')
const hasOneKey = (value: object) => Object.keys(value).length === 1

const constraintSchema = z
  .strictObject({
    equals: z.tuple([docSchema, z.string()]),
    in: z.tuple([docSchema, z.array(z.string()).min(1)]),
    regexp: z.tuple([docSchema, z.strictObject({ pattern: patternSchema })]),
  })
  .partial()

const filterSchema = constraintSchema
  .extend({ not: constraintSchema.refine(hasOneKey, 'not must have exactly one of equals, in and regexp').optional() })
  .refine(hasOneKey, 'A filter must have exactly one of equals, in, regexp and not')

const topicSchema = z
  .string()
  .regex(
    /^(\*|ContentType|Entry|Asset)\.(\*|create|save|publish|unpublish|archive|unarchive|delete)$|^ScheduledAction\.(\*|create|save|delete|execute)$|^EnvironmentAlias\.(\*|create|save|delete)$/,
    'The local Contentful supports topics of ContentType, Entry and Asset (or *), with create, save, publish, unpublish, archive, unarchive and delete (or *), of ScheduledAction with create, save, delete and execute (or *), and of EnvironmentAlias with create, save and delete (or *)',
  )

const UNTRANSFORMED_MESSAGE = describeUnsupported('transformations of webhooks')

/** A text without pointers such as `{ /payload/sys/id }`, which Contentful replaces by values. */
const untransformedSchema = z.string().refine((text) => !/\{\s*\//.test(text), UNTRANSFORMED_MESSAGE)

const headerSchema = z.strictObject({
  key: z
    .string()
    .regex(/^[\w!#$%&'*+.^`|~-]+$/)
    .refine((key) => !RESERVED_HEADERS.test(key), 'This header cannot be set'),
  value: untransformedSchema.regex(/^[\t -~]*$/).optional(),
  secret: z.boolean().default(false),
})

/** Headers that only the local Contentful sets. */
const RESERVED_HEADERS = /^(host|connection|content-length|transfer-encoding|x-contentful-.*)$/i

/** The local Contentful requests no other machine. */
function isCallableUrl(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && !url.username && !url.password && isLoopbackUrl(url)
}

const URL_MESSAGE = `${describeUnsupported('webhooks to other machines')}: http(s) without a password, at 127.0.0.1, localhost or [::1]`

/** Request body of a webhook. Its name is sent in a header. */
export const webhookBodySchema = createBodySchema({
  name: z.string().regex(/^[ -~]{1,256}$/, 'Printable ASCII only, from 1 to 256 characters'),
  url: untransformedSchema.refine(isCallableUrl, URL_MESSAGE),
  topics: z.array(topicSchema).min(1),
  filters: z.array(filterSchema).nullable().default(null),
  headers: z.array(headerSchema).default([]),
  active: z.boolean().default(true),
  httpBasicUsername: z.string().nullable().default(null),
  httpBasicPassword: z.string().nullable().default(null),
  transformation: z.null(UNTRANSFORMED_MESSAGE).default(null),
})

/** A condition on the `sys` of the changed resource. */
export type WebhookFilter = z.output<typeof filterSchema>

type WebhookBody = z.output<typeof webhookBodySchema>

/** A webhook (docs/contentful.md, Webhooks). Its password and the values of secret headers are never in a response. */
export type WebhookDefinition = Omit<WebhookBody, 'headers'> & {
  readonly headers: readonly { readonly key: string; readonly value: string; readonly secret: boolean }[]
}

/** Converts a request body to the stored definition. A secret header or password that is not sent keeps its previous value. */
export function toWebhookDefinition(body: WebhookBody, previous: WebhookDefinition | undefined): WebhookDefinition {
  const headers = body.headers.map(({ key, value: sent, secret }, index) => {
    const stored = previous?.headers.find((header) => secret && header.secret && header.key === key)
    const value = sent ?? stored?.value
    if (value === undefined) throw createValueError('required', ['headers', index, 'value'], undefined, key)
    return { key, value, secret }
  })
  const { httpBasicUsername: user, httpBasicPassword: password } = body
  const storedPassword = user !== null && user === previous?.httpBasicUsername ? previous.httpBasicPassword : null
  return { ...body, headers, httpBasicPassword: password ?? storedPassword }
}

/** A change of a resource. */
export type ChangeEvent = 'create' | 'save' | 'publish' | 'unpublish' | 'archive' | 'unarchive' | 'delete'

/** For example `Entry.publish`. Contentful documents the events of aliases, but not the names of their topics. */
export type WebhookTopic = `${string}.${ChangeEvent | 'execute'}`

/** Calls the subscribed webhooks after a change was stored. `entity` is the response body of the management API. */
export type DispatchWebhooks = (topic: WebhookTopic, entity: object) => void

/** Whether a webhook receives a change. `aliases`: other ids of the environment that the request used. */
export function isSubscribed(
  { active, topics, filters }: WebhookDefinition,
  topic: WebhookTopic,
  entity: object,
  aliases: readonly string[] = [],
): boolean {
  const [type, event] = topic.split('.')
  const patterns = ['*.*', `${type}.*`, `*.${event}`, topic]
  const isIncluded = active && topics.some((pattern) => patterns.includes(pattern))
  return isIncluded && (filters ?? []).every((filter) => matchesFilter(filter, entity, aliases))
}

/** A filter on a property that the entity does not have never matches, not even a negated one. */
function matchesFilter({ not, ...filter }: WebhookFilter, entity: object, aliases: readonly string[]): boolean {
  const { equals, in: oneOf, regexp } = not ?? filter
  const [{ doc }, expected] = equals ?? oneOf ?? regexp ?? [{ doc: 'sys.id' }, []]
  const [value] = getValuesAt(entity, doc.split('.'))
  if (typeof value !== 'string') return false
  const values = doc === 'sys.environment.sys.id' ? [value, ...aliases] : [value]
  const matches = (text: string) =>
    typeof expected === 'object' && 'pattern' in expected
      ? new RegExp(expected.pattern).test(text)
      : [expected].flat().includes(text)
  return values.some(matches) !== (not !== undefined)
}
