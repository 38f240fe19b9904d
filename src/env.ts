/**
 * Public configuration of the browser: never a management or preview token.
 * Validated by the build (server/config/public-env.ts).
 */
export const env = {
  /** Path or URL of static media, without a trailing slash (requirements §3, §7). */
  assetPrefix: import.meta.env.VITE_ASSET_PREFIX || '/media',
  /** Base path or URL of the backend, without a trailing slash (requirements §7). */
  backendUrl: import.meta.env.VITE_BACKEND_URL || '/api',
  /** Public key of the captcha provider. Without it the backend's captcha is used. */
  captchaSiteKey: import.meta.env.VITE_CAPTCHA_SITE_KEY || undefined,
  /** Sent to the backend with every request (requirements §7). */
  environment: import.meta.env.VITE_ENVIRONMENT || 'production',
  /** Google Maps key; public, so it must be restricted to the site's origin. Without it the address replaces the map. */
  googleMapsKey: import.meta.env.VITE_GOOGLE_MAPS_KEY || undefined,
  /** Where to report a vulnerability: `mailto:…` or `https://…`. Without it: the email address of the office. */
  securityContact: import.meta.env.VITE_SECURITY_CONTACT || undefined,
  /** Origin of the site without a trailing slash, for canonical links and share images. */
  siteUrl: import.meta.env.VITE_SITE_URL || 'http://127.0.0.1:3000',
} as const
