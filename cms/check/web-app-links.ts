import type { SpaceConnection } from '#cms/sync/contentful/space-connections.ts'

/** The connection to any API of a space. */
type SpaceLocation = Pick<SpaceConnection, 'spaceId' | 'environmentId' | 'insecure' | 'host'>

/** Creates links to Contentful’s web app, or to the editor of the local Contentful (packages/contentful-local/editor). */
export function createWebAppLinks({ spaceId, environmentId, insecure, host }: SpaceLocation) {
  const app = insecure ? `http://${host}/app` : CONTENTFUL_APP_URL
  const environment = `${app}/spaces/${spaceId}/environments/${environmentId}`
  return {
    entry: (id: string): string => `${environment}/entries/${id}`,
    asset: (id: string): string => `${environment}/assets/${id}`,
  }
}

export type WebAppLinks = ReturnType<typeof createWebAppLinks>

const CONTENTFUL_APP_URL = 'https://app.contentful.com'

/** Contentful's web app, for spaces of either region. */
export const CONTENTFUL_APP_ORIGINS: readonly string[] = [CONTENTFUL_APP_URL, 'https://app.eu.contentful.com']
