import type { InspectorProps } from '#src/components/inspector-props.ts'

/** Functions of the preview that content queries use. Set by src/preview before the first query; not set for visitors. */
export interface PreviewMode {
  /** Endpoint of content queries in preview mode: the site's server, which has the preview token. */
  readonly graphqlUrl: string
  /** Called with each response, so that live preview can update it. */
  readonly onResponse: <Data>(draft: DraftResponse<Data>) => void
  /** Called if drafts cannot be read. The page keeps its content. */
  readonly onError: (page: string, error: unknown) => void
  /** Attributes by which Contentful's inspector mode finds the field on the page. */
  readonly getInspectorProps: (entryId: string, fieldId: string) => InspectorProps
}

/** A response of the CMS and a function that updates the page with a changed response. */
export interface DraftResponse<Data> {
  readonly page: string
  /** The GraphQL query. Live preview needs it, because a response does not tell the type of an empty field. */
  readonly query: string
  readonly response: Data
  /** Whether the response is valid; otherwise invalid fields are shown from the fallback. */
  readonly isComplete: boolean
  /** Shows the page with a changed response. */
  readonly show: (changed: Data) => void
}

let previewMode: PreviewMode | undefined

/** Returns the preview mode; `undefined` for visitors. */
export const getPreviewMode = (): PreviewMode | undefined => previewMode

/** Call once, before the first content query. */
export function enablePreviewMode(mode: PreviewMode): void {
  previewMode = mode
}

const NO_PROPS: InspectorProps = {}

/** Inspector attributes of a field; empty for visitors. */
export const getInspectorProps = (entryId: string, fieldId: string): InspectorProps =>
  previewMode?.getInspectorProps(entryId, fieldId) ?? NO_PROPS
