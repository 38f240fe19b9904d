/**
 * Trusted Types, which TypeScript's DOM types do not contain yet. The values that a policy creates are typed as
 * strings.
 */
interface TrustedTypePolicy {
  readonly createScript: (text: string) => string
  readonly createScriptURL: (url: string) => string
}

interface Window {
  readonly trustedTypes?: {
    readonly createPolicy: (name: string, rules: Partial<TrustedTypePolicy>) => TrustedTypePolicy
  }
}
