import * as z from 'zod'
import { API_NAMES, type ApiName } from '#cms/local/http/contentful-apis.ts'
import { RestError } from '#cms/local/http/rest-error.ts'

/** No other keys; whoever sends one is told which there are. */
const strict = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.strictObject(shape, {
    error: ({ code, keys }) =>
      code === 'unrecognized_keys' ? `there is no ${keys}, but ${Object.keys(shape).join(', ')}` : undefined,
  })

/** A kind of trouble: its own settings, which APIs it meets, and how often. */
const kind = <Shape extends z.ZodRawShape>(shape: Shape, apis: readonly ApiName[] = API_NAMES) => {
  const draws = 'jitter' in shape || 'links' in shape
  return strict({
    ...shape,
    apis: z.array(z.enum(apis)).min(1).optional(),
    share: z.number().min(0).max(1).optional(),
    seed: z.int().optional(),
    first: z.int().min(1).optional(),
    every: z.int().min(1).optional(),
  })
    .refine(
      (given: object) => ['share', 'first', 'every'].filter((often) => often in given).length <= 1,
      'one of share, first and every says how often',
    )
    .refine((given: object) => !('seed' in given) || 'share' in given || draws, 'seed needs share')
    .optional()
}

const milliseconds = z.number().min(0).max(60_000)
const requestsPerSecond = z.int().min(1).nullable().optional()
/** Before a request takes effect, or after it did and before its answer leaves. */
const when = z.enum(['before', 'after']).default('before')

const troubleSchema = strict({
  /** ms before a request is looked at; up to `jitter` more or less. */
  latency: kind({ milliseconds, jitter: milliseconds.default(0) }),
  /** A burst of so many 429, each asking to come back in so many seconds. Without a word on how often: one burst. */
  rateLimit: kind({ requests: z.int().min(1), seconds: z.int().min(0).max(60) }),
  serverErrors: kind({ status: z.literal([500, 502, 503, 504]).default(503), when }),
  /** The connection ends without an answer. */
  cutConnections: kind({ when }),
  /** The request takes effect, and the connection ends in the middle of the answer's body. */
  cutBodies: kind({}),
  /** Of a query's links, this share leads nowhere: null, and a line in `errors`. */
  graphqlErrors: kind({ links: z.number().min(0).max(1).default(0.5) }, ['graphql']),
  /** A page at status 200 in place of the answer: whoever signs people in to a network. */
  html: kind({}),
  /** 401 for every token. */
  expiredTokens: kind(
    {},
    API_NAMES.filter((api) => api !== 'images'),
  ),
  /** In place of the limits that the server was started with (limits.ts). */
  limits: strict({
    contentTypes: z.int().min(0).optional(),
    managementRequestsPerSecond: requestsPerSecond,
    deliveryRequestsPerSecond: requestsPerSecond,
  }).optional(),
})

/** What is switched on, as it is sent. */
export type FaultSettings = z.input<typeof troubleSchema>

/** What is switched on, with everything that was left unsaid. */
export type Faults = z.output<typeof troubleSchema>

/** Throws one line that names what is wrong, and what may stand there. */
export function parseFaults(body: unknown): Faults {
  const { success, data, error } = troubleSchema.safeParse(body)
  if (success) return data
  const flaws = error.issues.map(({ path, message }) => `${path.join('.') || 'the request'}: ${message}`)
  throw new RestError('BadRequest', `This trouble cannot be made: ${flaws.join('; ')}`)
}
