/** Of browsers that have Trusted Types, which TypeScript does not know yet: to it, what a policy makes is a string. */
interface TrustedTypePolicy {
  readonly createScript: (text: string) => string
  readonly createScriptURL: (url: string) => string
}

interface Window {
  readonly trustedTypes?: {
    readonly createPolicy: (name: string, rules: Partial<TrustedTypePolicy>) => TrustedTypePolicy
  }
}
