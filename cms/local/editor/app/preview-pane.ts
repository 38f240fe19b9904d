import * as z from 'zod/mini'
import { DEFAULT_LOCALE } from '#local/constants.ts'
import {
  type ContentItem,
  createPageSchema,
  type EditorContentType,
  getFieldValue,
  previewConfigurationSchema,
} from './api-schemas.ts'
import { applyEdits } from './apply-edits.ts'
import { createButton, createElement } from './dom.ts'
import { currentPage, getEditorPath } from './editor-url.ts'
import type { ItemEditor } from './item-editor.ts'
import {
  type LivePreviewMessage,
  openLivePreviewChannel,
  parseFlatted,
  type TaggedElement,
  type TaggedField,
} from './live-preview-messages.ts'
import { requestManagementApi } from './management-client.ts'

const subscriptionSchema = z.object({ data: z.unknown() })

/** Creates the live preview: the page of the entry in a frame. It updates while the editor types; its inspector attributes link to fields. */
export async function createPreviewPane(
  item: ItemEditor,
  type: EditorContentType,
  focusField: (field: string) => void,
): Promise<HTMLElement> {
  const previewUrl = await fetchPreviewUrl(item.getItem())
  const pane = createElement('section', { class: 'preview', 'aria-label': 'Live preview' })
  if (previewUrl === undefined) {
    const message = `There is no page to show for ${type.name}. Where no entry has one, npm run cms -- seed sets them.`
    pane.append(createElement('p', {}, message))
    return pane
  }
  const frame = createElement('iframe', { src: previewUrl, title: 'The page with this entry' })
  const highlight = createElement('div', { class: 'mark', hidden: true })
  const subscriptions = new Map<string, unknown>()

  const openField = ({ entryId, fieldId = '' }: TaggedField) => {
    if (entryId === item.getItem().sys.id) focusField(fieldId)
    else if (entryId !== undefined)
      location.assign(`${getEditorPath('entries', entryId)}?${new URLSearchParams({ focusedField: fieldId })}`)
  }
  const handleMessage = (message: LivePreviewMessage) => {
    if (message.method === 'CONNECTED') post('INSPECTOR_MODE_CHANGED', { isInspectorActive: true })
    else if (message.method === 'SUBSCRIBED') {
      subscriptions.set(message.id, subscriptionSchema.parse(parseFlatted(message.config)).data)
      if (item.hasChanges()) update(message.id)
    } else if (message.method === 'UNSUBSCRIBED') subscriptions.delete(message.id)
    else if (message.method === 'TAGGED_FIELD_CLICKED') openField(message)
    else if (message.method === 'SCROLL_START') highlight.hidden = true
    else showHighlight(message.elements.find(({ isHovered }) => isHovered))
  }
  const post = openLivePreviewChannel(frame, handleMessage)
  const contentType = { sys: type.sys, name: type.name, fields: type.fields }
  const update = (subscriptionId: string) => {
    const data = applyEdits(subscriptions.get(subscriptionId), {
      id: item.getItem().sys.id,
      type,
      fields: item.getFields(),
    })
    post('ENTRY_UPDATED', { subscriptionId, data, contentType })
  }
  const showHighlight = (hovered: TaggedElement | undefined) => {
    highlight.hidden = !hovered?.attributes
    if (!hovered?.attributes) return
    const { attributes, coordinates } = hovered
    for (const side of ['left', 'top', 'width', 'height'] as const) highlight.style[side] = `${coordinates[side]}px`
    highlight.replaceChildren(createButton(`Edit ${attributes.fieldId}`, () => openField(attributes)))
  }

  let { version } = item.getItem().sys
  item.onChange(() => {
    const { sys } = item.getItem()
    if (sys.version !== version) {
      version = sys.version
      post('ENTRY_SAVED', { entity: item.getItem(), contentType })
    }
    for (const id of subscriptions.keys()) update(id)
  })
  const reload = () => {
    subscriptions.clear()
    frame.src = previewUrl
  }
  const bar = createElement(
    'p',
    {},
    createButton('Reload', reload),
    createElement('a', { href: previewUrl, target: '_blank' }, 'Open alone'),
  )
  pane.append(bar, createElement('div', { class: 'frame' }, frame, highlight))
  return pane
}

/** Returns the preview URL of an entry from the space's preview environments; `undefined` if there is none. */
async function fetchPreviewUrl(entry: ContentItem): Promise<string | undefined> {
  const type = entry.sys.contentType?.sys.id
  const { items } = await requestManagementApi(
    `${currentPage.spacePath}/preview_environments`,
    createPageSchema(previewConfigurationSchema),
  )
  const configuration = items
    .flatMap(({ configurations }) => configurations)
    .find(({ contentType, enabled }) => contentType === type && enabled !== false)
  const previewUrl = configuration?.url.replaceAll(
    /\{([^}]+)\}/g,
    (token, name: string) => getTokenValue(entry, name) ?? token,
  )
  const url = URL.parse(previewUrl ?? '')
  return url && /^https?:$/.test(url.protocol) ? url.href : undefined
}

function getTokenValue(entry: ContentItem, name: string): string | undefined {
  if (name === 'entry.sys.id') return encodeURIComponent(entry.sys.id)
  if (name === 'locale') return DEFAULT_LOCALE
  const [, field] = /^entry\.fields\.(\w+)$/.exec(name) ?? []
  const value = field && getFieldValue(entry.fields, field)
  return typeof value === 'string' ? encodeURIComponent(value) : undefined
}
