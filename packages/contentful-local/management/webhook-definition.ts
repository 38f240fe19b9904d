import * as z from 'zod'
import { describeUnsupported } from '#local/engine/rest-error.ts'
import { isLoopbackUrl } from '#local/http/loopback-requests.ts'
import { createBodySchema, createValueError, succeeds } from '#local/http/parse-request.ts'
import type { WebhookDefinition } from '#local/store/space-definitions.ts'

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

type WebhookBody = z.output<typeof webhookBodySchema>

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
