import * as z from 'zod'
import { API_NAMES, type ApiName } from '#local/http/contentful-apis.ts'
import { RestError } from '#local/http/rest-error.ts'

/** An object without other keys. The error for an unknown key lists the known ones. */
const strict = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.strictObject(shape, {
    error: ({ code, keys }) =>
      code === 'unrecognized_keys' ? `unknown key ${keys}, expected ${Object.keys(shape).join(', ')}` : undefined,
  })

/** Which requests to the given APIs trigger a fault. Without settings: all of them. */
const createTriggerShape = (apis: readonly ApiName[]) => ({
  apis: z.array(z.enum(apis)).min(1).readonly().optional(),
  /** The first n requests. */
  first: z.int().min(1).optional(),
  /** Every nth request. */
  every: z.int().min(1).optional(),
})

export type FaultTrigger = z.output<z.ZodObject<ReturnType<typeof createTriggerShape>>>

/** A fault: its own settings, the APIs it can affect, and its trigger. */
const fault = <Shape extends z.ZodRawShape>(shape: Shape, apis: readonly ApiName[] = API_NAMES) =>
  strict({ ...shape, ...createTriggerShape(apis) })
    .refine((given: object) => !('first' in given && 'every' in given), 'only one of first and every is allowed')
    .optional()

const requestsPerSecond = z.int().min(1).nullable().optional()
/** Before the request takes effect, or after it took effect and before the response is sent. */
const when = z.enum(['before', 'after']).default('before')

const faultsSchema = strict({
  /** Delay in ms before a request is handled. */
  latency: fault({ milliseconds: z.number().min(0).max(60_000) }),
  /** A burst of 429 responses, each with a reset time in seconds. Without a trigger: one burst. */
  rateLimit: fault({ requests: z.int().min(1), seconds: z.int().min(0).max(60) }),
  serverErrors: fault({ status: z.literal([500, 502, 503, 504]).default(503), when }),
  /** Closes the connection without a response. */
  cutConnections: fault({ when }),
  /** The request takes effect, and the connection closes in the middle of the response body. */
  cutBodies: fault({}),
  /** Every second link of a query, or every link, resolves to null, with an entry in `errors`. */
  graphqlErrors: fault({ links: z.enum(['half', 'all']).default('half') }, ['graphql']),
  /** An HTML page with status 200 instead of the response, as a captive portal sends it. */
  html: fault({}),
  /** 401 for every token. */
  expiredTokens: fault(
    {},
    API_NAMES.filter((api) => api !== 'images'),
  ),
  /** Replaces the limits that the server was started with. */
  limits: strict({
    contentTypes: z.int().min(0).optional(),
    managementRequestsPerSecond: requestsPerSecond,
    deliveryRequestsPerSecond: requestsPerSecond,
  }).optional(),
})

/** Body of `PUT /local/faults`. */
export type FaultSettings = z.input<typeof faultsSchema>

/** Fault settings with their defaults filled in. */
export type Faults = z.output<typeof faultsSchema>

/** Parses the body of `PUT /local/faults`. Throws a `RestError` that names every invalid setting. */
export function parseFaults(body: unknown): Faults {
  const { success, data, error } = faultsSchema.safeParse(body)
  if (success) return data
  const problems = error.issues.map(({ path, message }) => `${path.join('.') || 'the request'}: ${message}`)
  throw new RestError('BadRequest', `Invalid fault settings: ${problems.join('; ')}`)
}
