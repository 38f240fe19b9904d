import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import { DEFAULT_LOCALE } from '#local/constants.ts'
import { type ContentItem, createPageSchema, getFieldValue } from './api-schemas.ts'
import { currentPage, getEditorPath } from './editor-url.ts'
import { focusField } from './field-row.tsx'
import {
  applyEdits,
  type LivePreviewMessage,
  parseFlatted,
  parseLivePreviewMessage,
  type TaggedElement,
  type TaggedField,
} from './live-preview.ts'
import { requestManagementApi } from './management-client.ts'
import { applyFormValues, type ItemEditor } from './use-item-editor.ts'

const subscriptionSchema = z.object({ data: z.unknown() })

/** Live preview: the page of the entry in a frame. It updates while the editor types; its inspector attributes link to fields. */
export function PreviewPane({ editor }: { readonly editor: ItemEditor }) {
  const { item, type, form } = editor
  const [url, setUrl] = useState<string | null>() // `null`: the entry has no page
  const [hovered, setHovered] = useState<TaggedElement>()
  const frameRef = useRef<HTMLIFrameElement>(null)
  const subscriptions = useRef(new Map<string, unknown>())
  const postedVersion = useRef(item.sys.version)
  const values = useWatch({ control: form.control })
  const contentType = { sys: type.sys, name: type.name, fields: type.fields }

  const post = (method: string, content: object) =>
    frameRef.current?.contentWindow?.postMessage(
      { source: 'live-preview-editor', method, ...content },
      URL.parse(url ?? '')?.origin ?? location.origin,
    )
  const update = (subscriptionId: string) => {
    const fields = applyFormValues(item.fields, form.getValues())
    const data = applyEdits(subscriptions.current.get(subscriptionId), { id: item.sys.id, type, fields })
    post('ENTRY_UPDATED', { subscriptionId, data, contentType })
  }
  const openField = ({ entryId, fieldId = '' }: TaggedField) => {
    if (entryId === item.sys.id) focusField(fieldId)
    else if (entryId !== undefined)
      location.assign(`${getEditorPath('entries', entryId)}?${new URLSearchParams({ focusedField: fieldId })}`)
  }
  const handleMessage = (message: LivePreviewMessage) => {
    if (message.method === 'CONNECTED') post('INSPECTOR_MODE_CHANGED', { isInspectorActive: true })
    else if (message.method === 'SUBSCRIBED') {
      subscriptions.current.set(message.id, subscriptionSchema.parse(parseFlatted(message.config)).data)
      if (editor.hasChanges()) update(message.id)
    } else if (message.method === 'UNSUBSCRIBED') subscriptions.current.delete(message.id)
    else if (message.method === 'TAGGED_FIELD_CLICKED') openField(message)
    else if (message.method === 'SCROLL_START') setHovered(undefined)
    else setHovered(message.elements.find(({ isHovered }) => isHovered))
  }
  const onMessage = useEffectEvent(({ source, origin, data }: MessageEvent) => {
    if (source !== frameRef.current?.contentWindow || origin !== URL.parse(url ?? '')?.origin) return
    const message = parseLivePreviewMessage(data)
    if (message) handleMessage(message)
  })
  const onChange = useEffectEvent(() => {
    if (item.sys.version !== postedVersion.current) post('ENTRY_SAVED', { entity: item, contentType })
    postedVersion.current = item.sys.version
    for (const id of subscriptions.current.keys()) update(id)
  })
  const onOpen = useEffectEvent(async () => setUrl((await fetchPreviewUrl(item)) ?? null))
  useEffect(() => {
    const controller = new AbortController()
    addEventListener('message', (event) => onMessage(event), controller)
    onOpen()
    return () => controller.abort()
  }, [])
  useEffect(() => onChange(), [item, values])

  const tagged = hovered?.attributes
  const reload = () => {
    subscriptions.current.clear()
    if (frameRef.current && url) frameRef.current.src = url
  }
  return (
    <section className="preview" aria-label="Live preview">
      {url === null && (
        <p>There is no page to show for {type.name}. Where no entry has one, npm run cms -- seed sets them.</p>
      )}
      {url && (
        <>
          <p className="row">
            <button type="button" onClick={reload}>
              Reload
            </button>
            <a href={url} target="_blank" rel="noreferrer">
              Open alone
            </a>
          </p>
          <div className="frame">
            <iframe ref={frameRef} src={url} title="The page with this entry" />
            {tagged && (
              <div className="mark" style={hovered?.coordinates}>
                <button type="button" onClick={() => openField(tagged)}>
                  Edit {tagged.fieldId}
                </button>
              </div>
            )}
          </div>
        </>
      )}
    </section>
  )
}

const previewEnvironmentSchema = z.object({
  configurations: z.array(
    z.object({ url: z.string(), contentType: z.optional(z.string()), enabled: z.optional(z.boolean()) }),
  ),
})

/** Returns the preview URL of an entry from the space's preview environments; `undefined` if there is none. */
async function fetchPreviewUrl(entry: ContentItem): Promise<string | undefined> {
  const { items } = await requestManagementApi(
    `${currentPage.spacePath}/preview_environments`,
    createPageSchema(previewEnvironmentSchema),
  )
  const configuration = items
    .flatMap(({ configurations }) => configurations)
    .find(({ contentType, enabled }) => contentType === entry.sys.contentType?.sys.id && enabled !== false)
  const getTokenValue = (name: string) => {
    if (name === 'entry.sys.id') return entry.sys.id
    return name === 'locale' ? DEFAULT_LOCALE : getFieldValue(entry.fields, name.replace(/^entry\.fields\./, ''))
  }
  const previewUrl = configuration?.url.replaceAll(/\{([^}]+)\}/g, (token, name: string) => {
    const value = getTokenValue(name)
    return typeof value === 'string' ? encodeURIComponent(value) : token
  })
  const url = URL.parse(previewUrl ?? '')
  return url && /^https?:$/.test(url.protocol) ? url.href : undefined
}
