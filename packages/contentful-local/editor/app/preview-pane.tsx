import { parse } from 'flatted'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { getEntityUrl } from './api/management-client.ts'
import { ActionButton } from './components/action-button.tsx'
import { useWindowEvent } from './components/use-window-event.ts'
import { focusField } from './field-row.tsx'
import { applyEdits, livePreviewMessageSchema, type TaggedElement, type TaggedField } from './live-preview.ts'
import type { EntityEditor } from './use-entity-editor.ts'

const subscriptionSchema = z.object({ data: z.unknown() })

/** Live preview: the page of the entry in a frame. It updates while the editor types; its inspector attributes link to fields. */
export function PreviewPane({ editor, url }: { readonly editor: EntityEditor; readonly url: URL }) {
  const { entity, editedFields } = editor
  const [hovered, setHovered] = useState<TaggedElement>()
  const frameRef = useRef<HTMLIFrameElement>(null)
  const subscriptions = useRef(new Map<string, unknown>())
  const postedVersion = useRef(entity.sys.version)

  const post = (method: string, content: object) =>
    frameRef.current?.contentWindow?.postMessage({ source: 'live-preview-editor', method, ...content }, url.origin)
  const update = (subscriptionId: string) => {
    const data = applyEdits(subscriptions.current.get(subscriptionId), editor)
    post('ENTRY_UPDATED', { subscriptionId, data })
  }
  const openField = ({ entryId: id, fieldId = '' }: TaggedField) => {
    if (id === entity.sys.id) return focusField(fieldId)
    const parameters = new URLSearchParams({ focusedField: fieldId })
    if (id) location.assign(`${getEntityUrl({ type: 'Entry', id })}?${parameters}`)
  }
  useWindowEvent('message', ({ source, origin, data }) => {
    if (source !== frameRef.current?.contentWindow || origin !== url.origin) return
    const message = livePreviewMessageSchema.safeParse(data).data
    if (message?.method === 'CONNECTED') post('INSPECTOR_MODE_CHANGED', { isInspectorActive: true })
    else if (message?.method === 'SUBSCRIBED') {
      subscriptions.current.set(message.id, subscriptionSchema.parse(parse(message.config)).data)
      if (editedFields !== entity.fields) update(message.id)
    } else if (message?.method === 'UNSUBSCRIBED') subscriptions.current.delete(message.id)
    else if (message?.method === 'TAGGED_FIELD_CLICKED') openField(message)
    else if (message?.method === 'TAGGED_ELEMENTS') setHovered(message.elements.find(({ isHovered }) => isHovered))
    else if (message?.method === 'SCROLL_START') setHovered(undefined)
  })
  const onChange = useEffectEvent(() => {
    if (entity.sys.version !== postedVersion.current) post('ENTRY_SAVED', { entity })
    postedVersion.current = entity.sys.version
    for (const id of subscriptions.current.keys()) update(id)
  })
  useEffect(() => onChange(), [entity, editor.values])

  const tagged = hovered?.attributes
  return (
    <section className="preview" aria-label="Live preview">
      <iframe ref={frameRef} src={url.href} title="The page with this entry" />
      {tagged && (
        <div className="mark" style={hovered?.coordinates}>
          <ActionButton onClick={() => openField(tagged)}>Edit {tagged.fieldId}</ActionButton>
        </div>
      )}
    </section>
  )
}
