import type { InspectorProps } from '#src/components/inspector-props.ts'

/** How drafts come to the page of an editor: put in by src/preview/ before the first question, and absent for visitors. */
export interface PreviewMode {
  /** Where the content queries go instead of Contentful: the site's own server, which alone holds the preview token. */
  readonly graphqlUrl: string
  /** Hears each answer as it came, so that live preview can say what has changed in it since. */
  readonly onResponse: <Answer>(draft: DraftResponse<Answer>) => void
  /** Drafts could not be read: the page shows what is published. */
  readonly onError: (page: string, problem: unknown) => void
  /** Attributes by which Contentful's editor finds an entry's field on the page. */
  readonly getInspectorProps: (entryId: string, fieldId: string) => InspectorProps
}

/** An answer of the CMS, and how to change what the page shows of it. */
export interface DraftResponse<Answer> {
  readonly page: string
  /** What was asked, in GraphQL: of a field that is empty the answer does not tell what it would be. */
  readonly query: string
  readonly response: Answer
  /** Whether the page could be made of it; otherwise the bundled content stands in for what it lacks. */
  readonly isComplete: boolean
  /** Shows the page with another answer of the same shape. */
  readonly show: (changed: Answer) => void
}

let current: PreviewMode | undefined

/** The preview that this page is shown in; none for visitors. */
export const getPreviewMode = (): PreviewMode | undefined => current

/** Once, before the site's first question. */
export function enablePreviewMode(started: PreviewMode): void {
  current = started
}

const NO_MARK: InspectorProps = {}

/** Where an entry's field stands on the page; for visitors nothing. */
export const getInspectorProps = (entryId: string, fieldId: string): InspectorProps =>
  current?.getInspectorProps(entryId, fieldId) ?? NO_MARK
