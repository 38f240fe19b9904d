import * as z from 'zod'
import { BadInput } from '#cms/sync/bad-input.ts'

const secret = (length: number) =>
  z.string().regex(new RegExp(`^[!-~]{${length},}$`), `must be at least ${length} characters, without spaces`)

const origin = z.string().refine((text) => URL.canParse(text) && new URL(text).origin === text, {
  error: ({ input }) => `"${input}" is no origin: write it without a path, as in https://app.contentful.com`,
})

const editorsEnvironment = z.object({
  PREVIEW_SECRET: secret(16).optional(),
  CONTENTFUL_WEBHOOK_SECRET: z
    .string()
    .regex(/^[0-9a-zA-Z+/_-]{64}$/, 'must be the signing secret of Contentful’s webhooks: 64 characters')
    .optional(),
  DEPLOY_HOOK_URL: z
    .url('is not a web address: write it whole, as https://…')
    .regex(/^(https:\/\/|http:\/\/127\.0\.0\.1[:/])/, 'must be an https address')
    .optional(),
  PREVIEW_EDITORS: z
    .string()
    .transform((text) => text.split(',').map((part) => part.trim()))
    .pipe(z.array(origin))
    .optional(),
  LINK_CHECK: z.literal('off', 'must be off, or unset').optional(),
})

/** The names of the variables for editors. */
export const EDITOR_VARIABLES: readonly string[] = Object.keys(editorsEnvironment.shape)

/** What the server needs for editors, as the environment has it. */
export interface EditorConfig {
  /** Opens the preview. */
  readonly previewSecret: string | undefined
  /** Signs Contentful's webhooks. */
  readonly webhookSecret: string | undefined
  /** Called instead of writing pages anew. */
  readonly deployHookUrl: string | undefined
  /** Origins that may show a preview in a frame, besides the CMS's own. */
  readonly editorOrigins: readonly string[]
  /** Whether the health report asks other sites for the links to them. */
  readonly shouldCheckLinks: boolean
}

/** Throws `BadInput`, which names each wrong variable; values are not repeated where they are secrets. An empty one is not set. */
export function parseEditorConfig(env: Readonly<Record<string, string | undefined>>): EditorConfig {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value))
  const { success, data, error } = editorsEnvironment.safeParse(given)
  if (!success) throw new BadInput(...error.issues.map(({ path, message }) => `${path[0]?.toString()} ${message}`))
  if (data.DEPLOY_HOOK_URL && given.VITE_CONTENTFUL_GRAPHQL && !data.CONTENTFUL_WEBHOOK_SECRET)
    throw new BadInput(
      'DEPLOY_HOOK_URL is set, and without CONTENTFUL_WEBHOOK_SECRET nobody says when to call it: set both, or unset it',
    )
  return {
    previewSecret: data.PREVIEW_SECRET,
    webhookSecret: data.CONTENTFUL_WEBHOOK_SECRET,
    deployHookUrl: data.DEPLOY_HOOK_URL,
    editorOrigins: data.PREVIEW_EDITORS ?? [],
    shouldCheckLinks: data.LINK_CHECK !== 'off',
  }
}
