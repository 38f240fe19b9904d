interface Place {
  readonly spaceId: string
  readonly environmentId: string
  /** http instead of https: only ever the local Contentful. */
  readonly insecure: boolean
  /** Of any of the space's APIs. */
  readonly host: string
}

/** Where an editor opens a thing: Contentful's web app, or the local Contentful's editor (cms/local/editor). */
export function createWebAppLinks({ spaceId, environmentId, insecure, host }: Place) {
  const app = insecure ? `http://${host}/app` : CONTENTFUL_APP_URL
  const environment = `${app}/spaces/${spaceId}/environments/${environmentId}`
  return {
    entry: (id: string): string => `${environment}/entries/${id}`,
    asset: (id: string): string => `${environment}/assets/${id}`,
  }
}

export type WebAppLinks = ReturnType<typeof createWebAppLinks>

export const CONTENTFUL_APP_URL = 'https://app.contentful.com'
