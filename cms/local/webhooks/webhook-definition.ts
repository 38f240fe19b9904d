import * as z from 'zod'
import { isLoopbackUrl } from '#cms/local/http/loopback-requests.ts'
import { createValidationError } from '#cms/local/http/rest-error.ts'
import { ignoredSysSchema } from '#cms/local/management/parse-request.ts'

const doc = z.strictObject({ doc: z.enum(['sys.id', 'sys.contentType.sys.id', 'sys.environment.sys.id']) })

const constraint = {
  equals: z.tuple([doc, z.string()]).optional(),
  in: z.tuple([doc, z.array(z.string()).min(1)]).optional(),
}

const isOne = (given: object) => Object.keys(given).length === 1

const filter = z
  .strictObject({
    ...constraint,
    not: z.strictObject(constraint).refine(isOne, 'not holds one of equals and in').optional(),
  })
  .refine(isOne, 'A filter holds one of equals, in and not')

const TOPIC = /^(\*|ContentType|Entry|Asset)\.(\*|create|save|publish|unpublish|archive|unarchive|delete)$/

/** What the sending itself needs is not for others to set. */
const OWN_HEADERS = /^(host|connection|content-length|transfer-encoding|x-contentful-.*)$/i

const header = z.strictObject({
  key: z
    .string()
    .regex(/^[\w!#$%&'*+.^`|~-]+$/)
    .refine((key) => !OWN_HEADERS.test(key), 'This header is not for others to set'),
  value: z
    .string()
    .regex(/^[\t -~]*$/)
    .optional(),
  secret: z.boolean().optional(),
})

function isDeliverable(url: string): boolean {
  const address = URL.parse(url)
  return address !== null && !address.username && !address.password && isLoopbackUrl(address)
}

/** A webhook as it is sent. What is real in Contentful and not here may only be nothing. */
export const webhookBodySchema = z.strictObject({
  sys: ignoredSysSchema,
  // It is sent as a header.
  name: z.string().regex(/^[ -~]{1,256}$/, 'Printable ASCII only, from 1 to 256 characters'),
  // What is tried out here stays here.
  url: z
    .string()
    .refine(
      isDeliverable,
      'The local Contentful calls http(s) addresses of this machine only, without a password: 127.0.0.1, localhost, [::1]',
    ),
  topics: z
    .array(
      z
        .string()
        .regex(
          TOPIC,
          'The local Contentful tells of ContentType, Entry and Asset (or *), and of their create, save, publish, unpublish, archive, unarchive and delete (or *)',
        ),
    )
    .min(1),
  filters: z.array(filter).nullish(),
  headers: z.array(header).default([]),
  active: z.boolean().default(true),
  httpBasicUsername: z.null().optional(),
  httpBasicPassword: z.null().optional(),
  transformation: z.null().optional(),
})

/** A condition on the `sys` of what has changed. */
export type WebhookFilter = z.output<typeof filter>

/** Whom to tell of changes, and of which (docs/contentful.md, Webhooks). */
export interface WebhookDefinition {
  readonly name: string
  readonly url: string
  readonly topics: readonly string[]
  readonly filters: readonly WebhookFilter[]
  readonly headers: readonly WebhookHeader[]
  readonly active: boolean
}

interface WebhookHeader {
  readonly key: string
  readonly value: string
  /** It is never answered with. */
  readonly secret: boolean
}

/** The definition as it is stored. A secret header that comes back as it was answered, without its value, keeps it. */
export function toWebhookDefinition(
  { name, url, topics, filters, headers, active }: z.output<typeof webhookBodySchema>,
  before?: WebhookDefinition,
): WebhookDefinition {
  const kept = headers.map(({ key, value, secret = false }, index): WebhookHeader => {
    const known = secret ? before?.headers.find((one) => one.secret && one.key === key)?.value : undefined
    const stored = value ?? known
    if (stored === undefined)
      throw createValidationError([{ name: 'required', path: ['headers', index, 'value'], details: key }])
    return { key, value: stored, secret }
  })
  return { name, url, topics, filters: filters ?? [], headers: kept, active }
}
