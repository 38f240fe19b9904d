import { useEffect, useRef } from 'react'
import { useIsHydrated } from '#src/components/use-is-hydrated.ts'

interface StructuredDataProps {
  readonly data: Readonly<Record<string, unknown>>
}

/**
 * What search engines read of a page, as schema.org's JSON-LD. It stands in the page and not in the head:
 * there React would neither take it over nor take it away with its page.
 */
export function StructuredData({ data }: StructuredDataProps) {
  const hasScript = useIsHydrated()
  const json = inScript({ '@context': 'https://schema.org', ...data })
  return hasScript ? (
    <InsertedScript json={json} />
  ) : (
    <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />
  )
}

/** In the browser React would create the element with `innerHTML`, which browsers with Trusted Types report. */
function InsertedScript({ json }: { readonly json: string }) {
  const place = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    policy ??= window.trustedTypes?.createPolicy('structured-data', { createScript: (text) => text })
    const script = document.createElement('script')
    script.type = 'application/ld+json'
    script.text = policy ? policy.createScript(json) : json
    place.current?.replaceChildren(script)
  }, [json])
  return <span ref={place} hidden />
}

let policy: TrustedTypePolicy | undefined

/** As JSON in which no text can end the script element, or begin a comment there. As a child, React would escape its quotes too. */
const inScript = (data: unknown) => JSON.stringify(data).replaceAll('<', '\\u003c')
