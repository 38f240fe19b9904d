/**
 * What search engines read of a page, as schema.org's JSON-LD. It stands in the page and not in the head:
 * there React would neither take it over nor take it away with its page.
 */
export const StructuredData = ({ data }: { readonly data: Readonly<Record<string, unknown>> }) => (
  <script
    type="application/ld+json"
    dangerouslySetInnerHTML={{ __html: inScript({ '@context': 'https://schema.org', ...data }) }}
  />
)

/** As JSON in which no text can end the script element, or begin a comment there. As a child, React would escape its quotes too. */
const inScript = (data: unknown) => JSON.stringify(data).replaceAll('<', '\\u003c')
