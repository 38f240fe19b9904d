import * as z from 'zod'
import { succeeds } from '#local/shared/succeeds.ts'

/** An environment. Its id is that of the resource. */
export interface EnvironmentDefinition {
  readonly name: string
}

/** An alias: another id of an environment, which can be changed to mean another one. */
export interface EnvironmentAlias {
  readonly environment: string
}

/** An entry or asset to publish or unpublish at a time. */
export interface ScheduledAction {
  readonly action: 'publish' | 'unpublish'
  readonly entity: { readonly linkType: 'Entry' | 'Asset'; readonly id: string }
  readonly environment: string
  readonly scheduledFor: { readonly datetime: string; readonly timezone?: string | undefined }
  readonly status: 'scheduled' | 'succeeded' | 'failed' | 'canceled'
  readonly canceledAt?: string
  /** The error body of a failed action. */
  readonly error?: object
  /** The `Host` header of the request that scheduled it, for file URLs in webhook calls. */
  readonly host: string
}

/** An app: the URL of its page, and where the web app shows it. */
export interface AppDefinition {
  readonly name: string
  readonly src?: string | undefined
  /** As sent: the web app interprets them. */
  readonly locations?: readonly object[] | undefined
  readonly parameters?: { readonly installation?: readonly AppParameter[] | undefined } | undefined
}

interface AppParameter {
  readonly id: string
  readonly required?: boolean | undefined
}

/** A site that shows drafts, with a preview URL for each content type. */
export interface PreviewEnvironment {
  readonly name: string
  readonly description: string
  readonly configurations: readonly {
    readonly contentType: string
    readonly url: string
    readonly enabled: boolean
    readonly example: boolean
  }[]
}

/** A webhook (docs/contentful.md, Webhooks). Its password and the values of secret headers are never in a response. */
export interface WebhookDefinition {
  readonly name: string
  readonly url: string
  readonly topics: readonly string[]
  readonly filters: readonly WebhookFilter[] | null
  readonly headers: readonly { readonly key: string; readonly value: string; readonly secret: boolean }[]
  readonly active: boolean
  readonly httpBasicUsername: string | null
  readonly httpBasicPassword: string | null
  readonly transformation: null
}

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

/** A condition on a property of the changed resource. */
export const webhookFilterSchema = constraintSchema
  .extend({ not: constraintSchema.refine(hasOneKey, 'not must have exactly one of equals, in and regexp').optional() })
  .refine(hasOneKey, 'A filter must have exactly one of equals, in, regexp and not')
export type WebhookFilter = z.output<typeof webhookFilterSchema>
