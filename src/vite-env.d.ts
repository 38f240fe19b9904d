interface ImportMetaEnv {
  readonly VITE_CONTENTFUL_GRAPHQL?: string
  readonly VITE_CONTENTFUL_TOKEN?: string
  readonly VITE_ASSET_PREFIX?: string
  readonly VITE_GOOGLE_MAPS_KEY?: string
  readonly VITE_SITE_URL?: string
}
