import type { InspectorProps } from '#src/components/inspector-props.ts'

/** Connects the content queries to the preview. Set by src/preview/ before the first request; not set for visitors. */
export interface PreviewMode {
  /** The URL for content queries: the site's own server, which holds the preview token. */
  readonly graphqlUrl: string
  /** Called with each unmodified response, so that the live preview can apply changes to it. */
  readonly onResponse: <Response>(draft: DraftResponse<Response>) => void
  /** Called if drafts cannot be read: the page then shows published content. */
  readonly onError: (page: string, error: unknown) => void
  /** Returns the attributes for Contentful's inspector mode. */
  readonly getInspectorProps: (entryId: string, fieldId: string) => InspectorProps
}

/** A response of the CMS, with a function that updates the page. */
export interface DraftResponse<Response> {
  readonly page: string
  /** The GraphQL query. The live preview needs it, because a response does not contain the types of empty fields. */
  readonly query: string
  readonly response: Response
  /** Whether the response is valid. Otherwise invalid fields are taken from the fallback. */
  readonly isComplete: boolean
  /** Updates the page with a changed response. */
  readonly show: (changed: Response) => void
}

let previewMode: PreviewMode | undefined

/** Returns the preview mode, or `undefined` for visitors. */
export const getPreviewMode = (): PreviewMode | undefined => previewMode

/** Enables preview mode. To call once, before the first content request. */
export function enablePreviewMode(mode: PreviewMode): void {
  previewMode = mode
}

const NO_PROPS: InspectorProps = {}

/** Returns the attributes that link an element to an entry's field for the editor. Empty for visitors. */
export const getInspectorProps = (entryId: string, fieldId: string): InspectorProps =>
  previewMode?.getInspectorProps(entryId, fieldId) ?? NO_PROPS
