import * as z from 'zod'
import {
  type DeliveryConnection,
  parseDeliveryConnection,
  parsePreviewConnection,
} from '#cms/sync/contentful/space-connections.ts'
import { CONTENTFUL_APP_URL } from '#cms/sync/contentful/web-app-links.ts'
import { UserError } from '#shared/user-error.ts'
import type { Environment } from './environment.ts'

const secretSchema = (minLength: number) =>
  z.string().regex(new RegExp(`^[!-~]{${minLength},}$`), `must be at least ${minLength} characters, without spaces`)

const originSchema = z.string().refine((text) => URL.canParse(text) && new URL(text).origin === text, {
  error: ({ input }) => `"${input}" is not an origin: set it without a path, as in https://app.contentful.com`,
})

const editorVariables = z.object({
  PREVIEW_SECRET: secretSchema(16).optional(),
  CONTENTFUL_WEBHOOK_SECRET: z
    .string()
    .regex(/^[0-9a-zA-Z+/_-]{64}$/, 'must be the signing secret of Contentful’s webhooks: 64 characters')
    .optional(),
  DEPLOY_HOOK_URL: z
    .url('is not a URL: set a complete one, as in https://…')
    .regex(/^(https:\/\/|http:\/\/127\.0\.0\.1[:/])/, 'must be an https address')
    .optional(),
  PREVIEW_EDITORS: z
    .string()
    .transform((text) => text.split(',').map((part) => part.trim()))
    .pipe(z.array(originSchema))
    .optional(),
  LINK_CHECK: z.literal('off', 'must be off, or unset').optional(),
})

/** Names of the variables for preview and publishing. */
export const EDITOR_VARIABLES: readonly string[] = Object.keys(editorVariables.shape)

/** Configuration of preview and publishing. */
export interface EditorConfig {
  /** Opens the preview. */
  readonly previewSecret: string | undefined
  /** Signs Contentful's webhooks. */
  readonly webhookSecret: string | undefined
  /** Called after a publish, instead of rendering pages. */
  readonly deployHookUrl: string | undefined
  /** Origins that may show a preview in a frame, in addition to the CMS's own. */
  readonly editorOrigins: readonly string[]
  /** Whether the content report sends requests to external links. */
  readonly shouldCheckLinks: boolean
}

/** Throws `UserError` with a line for each invalid variable, without the values of secrets. An empty variable counts as unset. */
export function parseEditorConfig(env: Environment): EditorConfig {
  const variables = Object.fromEntries(Object.entries(env).filter(([, value]) => value))
  const { success, data, error } = editorVariables.safeParse(variables)
  if (!success) throw new UserError(error.issues.map(({ path, message }) => `${path[0]?.toString()} ${message}`))
  if (data.DEPLOY_HOOK_URL && variables.VITE_CONTENTFUL_GRAPHQL && !data.CONTENTFUL_WEBHOOK_SECRET)
    throw new UserError(
      'DEPLOY_HOOK_URL is set, and webhooks need CONTENTFUL_WEBHOOK_SECRET too: set both, or unset it',
    )
  return {
    previewSecret: data.PREVIEW_SECRET,
    webhookSecret: data.CONTENTFUL_WEBHOOK_SECRET,
    deployHookUrl: data.DEPLOY_HOOK_URL,
    editorOrigins: data.PREVIEW_EDITORS ?? [],
    shouldCheckLinks: data.LINK_CHECK !== 'off',
  }
}

/** The APIs of a space that the preview reads. */
export interface DraftSource {
  readonly graphql: { readonly url: string; readonly token: string }
  readonly preview: DeliveryConnection
  readonly delivery: DeliveryConnection
  /** Origins of the CMS's web app. */
  readonly editorOrigins: readonly string[]
}

/** Contentful's web app, for spaces of either region. */
export const CONTENTFUL_APP_ORIGINS: readonly string[] = [CONTENTFUL_APP_URL, 'https://app.eu.contentful.com']

/** Reads how to access the drafts of a real space; `{}` without a preview secret. Throws `UserError` when variables are missing. */
export function parseDraftSource(
  env: Environment,
  { previewSecret: secret }: EditorConfig,
): { readonly drafts?: DraftSource & { readonly secret: string } } {
  if (!secret) return {}
  const { CONTENTFUL_SPACE_ID, CONTENTFUL_PREVIEW_TOKEN, VITE_CONTENTFUL_GRAPHQL: url } = env
  if (!CONTENTFUL_SPACE_ID || !CONTENTFUL_PREVIEW_TOKEN || !url) {
    throw new UserError(
      'PREVIEW_SECRET is set, and a preview needs CONTENTFUL_SPACE_ID and CONTENTFUL_PREVIEW_TOKEN too: set all three, or unset it',
    )
  }
  // The site's public token can read the delivery API too.
  const token = env.CONTENTFUL_DELIVERY_TOKEN || env.VITE_CONTENTFUL_TOKEN
  const preview = parsePreviewConnection(env)
  const delivery = parseDeliveryConnection({ ...env, CONTENTFUL_DELIVERY_TOKEN: token })
  if (!preview || !delivery) return {}
  const graphql = { url, token: CONTENTFUL_PREVIEW_TOKEN }
  return { drafts: { secret, graphql, preview, delivery, editorOrigins: CONTENTFUL_APP_ORIGINS } }
}
