import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { describeUnsupported, expectExisting } from '#local/engine/rest-error.ts'
import { isLoopbackUrl } from '#local/http/loopback-requests.ts'
import { createBodySchema, createValueError, parseManagementBody } from '#local/http/parse-request.ts'
import { type WebhookDefinition, webhookFilterSchema } from '#local/store/space-definitions.ts'
import type { SpaceStore } from '#local/store/space-store.ts'
import { createResourceService, registerRoutes } from './resource-service.ts'

/** Registers the endpoints of webhooks and of the signing secret. */
export function registerWebhookRoutes(scope: FastifyInstance, space: SpaceStore): void {
  const webhooks = createResourceService<WebhookDefinition>({
    path: '/webhook_definitions',
    can: ['create', 'upsert', 'delete'],
    table: space.webhooks,
    parse: ({ body, current }) => {
      const definition = parseManagementBody(webhookBodySchema, body)
      // A secret header or password that is not sent keeps its previous value.
      const previous = current?.draft
      const headers = definition.headers.map(({ key, value: sent, secret }, index) => {
        const stored = previous?.headers.find((header) => secret && header.secret && header.key === key)
        const value = sent ?? stored?.value
        if (value === undefined) throw createValueError('required', ['headers', index, 'value'], undefined, key)
        return { key, value, secret }
      })
      const { httpBasicUsername: user, httpBasicPassword: password } = definition
      const storedPassword = user !== null && user === previous?.httpBasicUsername ? previous.httpBasicPassword : null
      return { ...definition, headers, httpBasicPassword: password ?? storedPassword }
    },
    getProperties: ({ draft: { httpBasicPassword: _, headers, ...definition } }) => ({
      ...definition,
      headers: headers.map(({ key, value, secret }) => (secret ? { key, secret } : { key, value })),
    }),
  })
  registerRoutes(scope, webhooks)
  registerSigningSecretRoutes(scope, space)
}

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

const URL_MESSAGE = `${describeUnsupported('webhooks to other machines')}: http(s) without a password, at 127.0.0.1, localhost or [::1]`

/** Request body of a webhook. Its name is sent in a header. */
const webhookBodySchema = createBodySchema({
  name: z.string().regex(/^[ -~]{1,256}$/, 'Printable ASCII only, from 1 to 256 characters'),
  /** The local Contentful requests no other machine. */
  url: untransformedSchema.refine((text) => {
    const url = URL.parse(text)
    return url !== null && !url.username && !url.password && isLoopbackUrl(url)
  }, URL_MESSAGE),
  topics: z.array(topicSchema).min(1),
  filters: z.array(webhookFilterSchema).nullable().default(null),
  headers: z.array(headerSchema).default([]),
  active: z.boolean().default(true),
  httpBasicUsername: z.string().nullable().default(null),
  httpBasicPassword: z.string().nullable().default(null),
  transformation: z.null(UNTRANSFORMED_MESSAGE).default(null),
})

const SECRET_PATH = '/webhook_settings/signing_secret'
const SECRET_ID = 'signing_secret'

const secretBodySchema = z.strictObject({
  value: z.string().regex(/^[\w+/=-]{64}$/, 'A secret must have 64 letters, digits or + / = _ -'),
})

/** Registers the endpoints of the signing secret. Responses contain only its last 4 characters. */
function registerSigningSecretRoutes(scope: FastifyInstance, { signingSecrets }: SpaceStore): void {
  const { type, locationSys } = signingSecrets
  const getExisting = () => expectExisting(signingSecrets.get(SECRET_ID), type, SECRET_ID)
  const toResponse = ({ id, createdAt, updatedAt, draft }: ReturnType<typeof getExisting>) => ({
    sys: { type, id, ...locationSys, createdAt, updatedAt },
    redactedValue: draft.value.slice(-4),
  })

  scope.get(SECRET_PATH, async () => toResponse(getExisting()))

  scope.put(SECRET_PATH, async ({ body }, reply) => {
    const secret = parseManagementBody(secretBodySchema, body)
    reply.code(signingSecrets.get(SECRET_ID) ? 200 : 201)
    return toResponse(signingSecrets.createOrSave(SECRET_ID, secret))
  })

  scope.delete(SECRET_PATH, async (_, reply) => {
    signingSecrets.remove(getExisting().id)
    return reply.code(204).send()
  })
}
