import * as z from 'zod'
import { CONTENTFUL_APP_ORIGINS } from '#cms/check/web-app-links.ts'
import { parseConnection, type SpaceConnection } from '#cms/sync/contentful/space-connections.ts'
import { UserError } from '#shared/user-error.ts'
import { FORMER_TOKEN_VARIABLE } from './content-endpoint.ts'
import { type Environment, parseEnvironment } from './environment.ts'
import { commaSeparatedSchema, createOriginSchema } from './variable-schemas.ts'

const editorVariables = z.object({
  PREVIEW_SECRET: z
    .string()
    .regex(/^[!-~]{16,}$/, 'set at least 16 letters and digits, without spaces')
    .optional(),
  CONTENTFUL_WEBHOOK_SECRET: z
    .string()
    .regex(/^[0-9a-zA-Z+/_-]{64}$/, 'set the signing secret of Contentful’s webhooks, which has 64 characters')
    .optional(),
  PREVIEW_EDITORS: commaSeparatedSchema.pipe(z.array(createOriginSchema(false))).default([]),
  LINK_CHECK: z.literal('off', 'set off, or leave it out').optional(),
})

/** Names of the variables for preview and publishing. */
export const EDITOR_VARIABLES: readonly string[] = Object.keys(editorVariables.shape)

/** Throws `ConfigError`. A blank variable counts as unset. */
export function parseEditorConfig(env: Environment) {
  const data = parseEnvironment(editorVariables, env)
  return {
    /** Opens the preview. */
    previewSecret: data.PREVIEW_SECRET,
    /** Signs Contentful's webhooks. */
    webhookSecret: data.CONTENTFUL_WEBHOOK_SECRET,
    /** Origins that may show a preview in a frame, in addition to the CMS's own. */
    editorOrigins: data.PREVIEW_EDITORS,
    /** Whether the content report sends requests to external links. */
    shouldCheckLinks: data.LINK_CHECK !== 'off',
  }
}

/** Configuration of preview and publishing. */
export type EditorConfig = Readonly<ReturnType<typeof parseEditorConfig>>

/** The APIs of a space that the preview reads. */
export interface DraftSource {
  /** Opens the preview. */
  readonly secret: string
  readonly graphql: { readonly url: string; readonly token: string }
  readonly preview: SpaceConnection
  readonly delivery: SpaceConnection
  /** Origins of the CMS's web app. */
  readonly editorOrigins: readonly string[]
}

/** Reads how to access the drafts of a real space; `{}` without a preview secret. Throws `UserError` when variables are missing. */
export function parseDraftSource(
  env: Environment,
  { previewSecret: secret }: Pick<EditorConfig, 'previewSecret'>,
): { readonly drafts?: DraftSource } {
  if (!secret) return {}
  const { CONTENTFUL_SPACE_ID, CONTENTFUL_PREVIEW_TOKEN, VITE_CONTENTFUL_GRAPHQL: url } = env
  if (!CONTENTFUL_SPACE_ID || !CONTENTFUL_PREVIEW_TOKEN || !url) {
    throw new UserError(
      'PREVIEW_SECRET: is set, and a preview needs CONTENTFUL_SPACE_ID and CONTENTFUL_PREVIEW_TOKEN too: set all three, or unset it',
    )
  }
  const token = env.CONTENTFUL_DELIVERY_TOKEN || env[FORMER_TOKEN_VARIABLE]
  const preview = parseConnection(env, 'preview')
  const delivery = parseConnection({ ...env, CONTENTFUL_DELIVERY_TOKEN: token }, 'delivery')
  if (!preview || !delivery) return {}
  const graphql = { url, token: CONTENTFUL_PREVIEW_TOKEN }
  return { drafts: { secret, graphql, preview, delivery, editorOrigins: CONTENTFUL_APP_ORIGINS } }
}
