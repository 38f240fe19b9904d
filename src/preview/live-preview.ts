import { ContentfulLivePreview } from '@contentful/live-preview'
import { LOCALE } from '#shared/constants.ts'
import type { InspectorProps } from '#src/components/inspector-props.ts'
import type { DraftResponse } from '#src/content/preview-mode.ts'

/** What Contentful's editor, in whose frame the page is, adds to a preview. */
interface LivePreview {
  readonly getInspectorProps: (entryId: string, fieldId: string) => InspectorProps
  /** Shows this answer as the editor's typing changes it. `onUnfinished`: there is something missing without which the page cannot be shown. */
  readonly subscribe: <Answer>(draft: DraftResponse<Answer>, onUnfinished: (problem: unknown) => void) => void
}

/**
 * Speaks with Contentful's editor, which frames the page; loaded there only. `origins`: of those who may be the editor.
 * `onSaved`: it has saved or published something.
 */
export async function connectLivePreview(origins: readonly string[], onSaved: () => void): Promise<LivePreview> {
  hearOnly(origins, onSaved)
  await ContentfulLivePreview.init({
    locale: LOCALE,
    targetOrigin: [...origins],
    enableInspectorMode: true,
    enableLiveUpdates: true,
  })
  const subscribed = new Map<string, () => void>()
  return {
    getInspectorProps: (entryId, fieldId) => ({ ...ContentfulLivePreview.getProps({ entryId, fieldId }) }),
    subscribe: ({ page, query, response, show }, onUnfinished) => {
      if (typeof response !== 'object' || response === null) return
      subscribed.get(page)?.()
      const callback = (changed: unknown) => {
        try {
          if (!hasFieldsOf(response, changed))
            throw new Error('The editor sent something else than the query asked for')
          show(changed)
        } catch (problem) {
          onUnfinished(problem)
        }
      }
      subscribed.set(page, ContentfulLivePreview.subscribe({ data: response, query, callback }))
    },
  }
}

/**
 * Contentful's client takes an editor's message from whoever says to be one: another window's go no further than here.
 * And it tells only of those entries' saving that bear edit marks.
 */
function hearOnly(origins: readonly string[], onSaved: () => void) {
  addEventListener('message', (event: MessageEvent<unknown>) => {
    const { data, origin } = event
    if (!saysEditor(data)) return
    if (!origins.includes(origin)) event.stopImmediatePropagation()
    else if ('method' in data && data.method === 'ENTRY_SAVED') onSaved()
  })
}

const saysEditor = (data: unknown): data is object =>
  typeof data === 'object' && data !== null && 'source' in data && data.source === 'live-preview-editor'

/** Each root field of the query; what is below them is checked item by item, as every answer is. */
const hasFieldsOf = <Answer extends object>(answer: Answer, changed: unknown): changed is Answer =>
  typeof changed === 'object' && changed !== null && Object.keys(answer).every((field) => field in changed)
