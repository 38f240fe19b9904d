import { BadInput } from '#cms/sync/bad-input.ts'
import { parseDeliveryConnection, parsePreviewConnection } from '#cms/sync/contentful/delivery-connection.ts'
import { CONTENTFUL_APP_URL } from '#cms/sync/contentful/web-app-links.ts'
import type { DraftSource } from '#server/preview/contentful-preview.ts'
import type { EditorConfig } from './editor-config.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** Contentful's web app, for spaces of either region. */
const EDITORS = [CONTENTFUL_APP_URL, 'https://app.eu.contentful.com']

/** The drafts of a real space, where the variables give all that a preview needs. Throws `BadInput` where they give half of it. */
export function parseDraftSource(
  env: Environment,
  { previewSecret: secret }: EditorConfig,
): { readonly drafts?: DraftSource & { readonly secret: string } } {
  if (!secret) return {}
  const { CONTENTFUL_SPACE_ID, CONTENTFUL_PREVIEW_TOKEN, VITE_CONTENTFUL_GRAPHQL: url } = env
  if (!CONTENTFUL_SPACE_ID || !CONTENTFUL_PREVIEW_TOKEN || !url) {
    throw new BadInput(
      'PREVIEW_SECRET is set, and a preview needs CONTENTFUL_SPACE_ID and CONTENTFUL_PREVIEW_TOKEN too: set all three, or unset it',
    )
  }
  // The token that the site reads with is one like that of the delivery API.
  const token = env.CONTENTFUL_DELIVERY_TOKEN || env.VITE_CONTENTFUL_TOKEN
  const preview = parsePreviewConnection(env)
  const delivery = parseDeliveryConnection({ ...env, CONTENTFUL_DELIVERY_TOKEN: token })
  if (!preview || !delivery) return {}
  const graphql = { url, token: CONTENTFUL_PREVIEW_TOKEN }
  return { drafts: { secret, graphql, preview, delivery, editorOrigins: EDITORS } }
}
