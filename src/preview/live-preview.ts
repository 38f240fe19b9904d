import { ContentfulLivePreview } from '@contentful/live-preview'
import { LOCALE } from '#shared/constants.ts'
import type { GetInspectorProps } from '#src/content/inspector-props.ts'

/** A response with drafts, and a function that shows the page with a changed response. */
interface DraftResponse<Response> {
  readonly name: string
  /** The GraphQL query. A response does not tell the type of an empty field. */
  readonly query: string
  readonly response: Response
  readonly show: (changed: Response) => void
}

/**
 * Connects to Contentful's editor, which frames the page. `origins`: allowed origins of the editor. `onSaved` is called when
 * the editor saves or publishes an entry.
 */
export async function connectLivePreview(origins: readonly string[], onSaved: () => void) {
  filterMessages(origins, onSaved)
  await ContentfulLivePreview.init({
    locale: LOCALE,
    targetOrigin: [...origins],
    enableInspectorMode: true,
    enableLiveUpdates: true,
  })
  const unsubscribeByName = new Map<string, () => void>()
  const getInspectorProps: GetInspectorProps = (entryId, fieldId) => ({
    ...ContentfulLivePreview.getProps({ entryId, fieldId }),
  })
  return {
    getInspectorProps,
    /** Updates the response while the editor types. Calls `onInvalid` if the updated content cannot be shown. */
    subscribe: <Response>(
      { name, query, response, show }: DraftResponse<Response>,
      onInvalid: (error: unknown) => void,
    ) => {
      if (typeof response !== 'object' || response === null) return
      unsubscribeByName.get(name)?.()
      const callback = (updated: unknown) => {
        try {
          if (!hasSameRootFields(response, updated))
            throw new Error('The editor sent data that does not match the query')
          show(updated)
        } catch (error) {
          onInvalid(error)
        }
      }
      unsubscribeByName.set(name, ContentfulLivePreview.subscribe({ data: response, query, callback }))
    },
  }
}

/**
 * Contentful's client accepts editor messages of any origin: those of other origins are stopped here. It reports saving only
 * for entries with inspector attributes, so ENTRY_SAVED is handled here too.
 */
function filterMessages(origins: readonly string[], onSaved: () => void) {
  addEventListener('message', (event: MessageEvent<unknown>) => {
    const { data, origin } = event
    if (!isEditorMessage(data)) return
    if (!origins.includes(origin)) event.stopImmediatePropagation()
    else if ('method' in data && data.method === 'ENTRY_SAVED') onSaved()
  })
}

const isEditorMessage = (data: unknown): data is object =>
  typeof data === 'object' && data !== null && 'source' in data && data.source === 'live-preview-editor'

/** Compares the root fields only; their content is validated like that of every response. */
const hasSameRootFields = <Data extends object>(response: Data, updated: unknown): updated is Data =>
  typeof updated === 'object' && updated !== null && Object.keys(response).every((field) => field in updated)
