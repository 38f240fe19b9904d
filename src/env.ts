/**
 * The configuration of the site. All values are public: never add a management or preview token.
 * vite.config.ts validates the variables at build time.
 */
export const env = {
  /**
   * URL of Contentful's GraphQL API and a read-only delivery token. Without them the site uses the bundled content
   * only.
   */
  contentful:
    import.meta.env.VITE_CONTENTFUL_GRAPHQL && import.meta.env.VITE_CONTENTFUL_TOKEN
      ? { graphqlUrl: import.meta.env.VITE_CONTENTFUL_GRAPHQL, token: import.meta.env.VITE_CONTENTFUL_TOKEN }
      : undefined,
  /**
   * Timeout of a content request. Longer in a build, which must not publish the fallback because of a slow response.
   */
  contentTimeoutMs: import.meta.env.SSR ? 20_000 : 1_500,
  /** Base URL or path of static media (requirements §3, §7), without a trailing slash. */
  assetPrefix: import.meta.env.VITE_ASSET_PREFIX || '/media',
  /** Base URL or path of the backend (requirements §7), without a trailing slash. */
  backendUrl: import.meta.env.VITE_BACKEND_URL || '/api',
  /** The public key of reCAPTCHA. Without it the site uses the backend's own captcha. */
  captchaSiteKey: import.meta.env.VITE_CAPTCHA_SITE_KEY || undefined,
  /** Sent to the backend with every request (requirements §7). */
  environment: import.meta.env.VITE_ENVIRONMENT || 'production',
  /**
   * Google Maps key. It is public: restrict it to the site's origin. Without it the site shows the address without a
   * map.
   */
  googleMapsKey: import.meta.env.VITE_GOOGLE_MAPS_KEY || undefined,
  /** The public URL of the site, without a trailing slash, for canonical links and share images. */
  siteUrl: import.meta.env.VITE_SITE_URL || 'http://127.0.0.1:3000',
} as const
