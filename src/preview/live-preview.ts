import { ContentfulLivePreview } from '@contentful/live-preview'
import { LOCALE } from '#shared/constants.ts'
import type { InspectorProps } from '#src/components/inspector-props.ts'
import type { DraftResponse } from '#src/content/preview-mode.ts'

/** The connection to Contentful's editor, which embeds the page in a frame. */
interface LivePreview {
  readonly getInspectorProps: (entryId: string, fieldId: string) => InspectorProps
  /**
   * Updates the page while the editor types. Replaces the previous subscription of the page. Calls `onUnfinished` if
   * the edited content lacks something that the page requires.
   */
  readonly subscribe: <Response>(draft: DraftResponse<Response>, onUnfinished: (error: unknown) => void) => void
}

/**
 * Connects to Contentful's editor, which embeds the page.
 * @param origins The possible origins of the editor. Messages of other origins are ignored.
 * @param onSaved Called when the editor has saved or published an entry.
 */
export async function connectLivePreview(origins: readonly string[], onSaved: () => void): Promise<LivePreview> {
  filterMessages(origins, onSaved)
  await ContentfulLivePreview.init({
    locale: LOCALE,
    targetOrigin: [...origins],
    enableInspectorMode: true,
    enableLiveUpdates: true,
  })
  const unsubscribeByPage = new Map<string, () => void>()
  return {
    getInspectorProps: (entryId, fieldId) => ({ ...ContentfulLivePreview.getProps({ entryId, fieldId }) }),
    subscribe: ({ page, query, response, show }, onUnfinished) => {
      if (typeof response !== 'object' || response === null) return
      unsubscribeByPage.get(page)?.()
      const callback = (changed: unknown) => {
        try {
          if (!hasFieldsOf(response, changed)) throw new Error('The data of the editor does not match the query')
          show(changed)
        } catch (error) {
          onUnfinished(error)
        }
      }
      unsubscribeByPage.set(page, ContentfulLivePreview.subscribe({ data: response, query, callback }))
    },
  }
}

/**
 * Drops editor messages from other origins, which Contentful's client does not check. Calls `onSaved` for each saved
 * entry: the client reports only entries with inspector attributes.
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

/**
 * Whether the changed data has all root fields of the response. The fields themselves are validated like any response.
 */
const hasFieldsOf = <Response extends object>(response: Response, changed: unknown): changed is Response =>
  typeof changed === 'object' && changed !== null && Object.keys(response).every((field) => field in changed)
