interface ImportMetaEnv {
  readonly VITE_ASSET_PREFIX?: string
  readonly VITE_BACKEND_URL?: string
  readonly VITE_CAPTCHA_SITE_KEY?: string
  readonly VITE_ENVIRONMENT?: 'dev' | 'qa' | 'production'
  readonly VITE_GOOGLE_MAPS_KEY?: string
  readonly VITE_SECURITY_CONTACT?: string
  readonly VITE_SITE_URL?: string
}

/** Trusted Types, which TypeScript does not define yet. The created values are typed as strings. */
interface TrustedTypePolicy {
  readonly createHTML: (html: string) => string
  readonly createScriptURL: (url: string) => string
}

interface Window {
  readonly trustedTypes?: {
    readonly createPolicy: (name: string, rules: Partial<TrustedTypePolicy>) => TrustedTypePolicy
  }
}

/** Bundled content that is not generated yet (scripts/build/bundle-content.ts): where a file exists, its own type counts. */
declare module '*.json'
