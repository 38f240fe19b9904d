/**
 * What the browser may know, all of it public: no management or preview token, ever.
 * Checked when the site is built, in vite.config.ts.
 */
export const env = {
  /** Contentful's GraphQL address and a read-only delivery token; without them the bundled content is shown and no request is tried. */
  contentful:
    import.meta.env.VITE_CONTENTFUL_GRAPHQL && import.meta.env.VITE_CONTENTFUL_TOKEN
      ? { graphqlUrl: import.meta.env.VITE_CONTENTFUL_GRAPHQL, token: import.meta.env.VITE_CONTENTFUL_TOKEN }
      : undefined,
  /** ms that a page waits for the CMS before it shows what it has. A build waits longer: it must not publish the seed for a slow answer. */
  contentTimeoutMs: import.meta.env.SSR ? 20_000 : 1_500,
  /** Where static media stand (requirements §3, §7): a path or an address, without a slash at its end. */
  assetPrefix: import.meta.env.VITE_ASSET_PREFIX || '/media',
  /** The backend's base URL (requirements §7): a path or an address, without a slash at its end. */
  backendUrl: import.meta.env.VITE_BACKEND_URL || '/api',
  /** The captcha provider's public key; without it the backend's own captcha stands in. */
  captchaSiteKey: import.meta.env.VITE_CAPTCHA_SITE_KEY || undefined,
  /** Told to the backend with every request (requirements §7). */
  environment: import.meta.env.VITE_ENVIRONMENT || 'production',
  /** Google's key for the map; public, so restricted to the site's address at Google. Without it the address stands in the map's place. */
  googleMapsKey: import.meta.env.VITE_GOOGLE_MAPS_KEY || undefined,
  /** The address that visitors type, without a slash at its end: canonical links and shared pictures need it whole. */
  siteUrl: import.meta.env.VITE_SITE_URL || 'http://127.0.0.1:3000',
} as const
