import * as z from 'zod/mini'
import { LOCALE } from '#shared/constants.ts'
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

const subscription = z.object({ data: z.unknown() })

/** The page on which the entry stands, beside its form: it follows what is typed, and its edit marks lead to fields. */
export async function createPreviewPane(
  open: ItemEditor,
  type: EditorContentType,
  focus: (field: string) => void,
): Promise<HTMLElement> {
  const address = await fetchPreviewUrl(open.getItem())
  const pane = createElement('section', { class: 'preview', 'aria-label': 'Live preview' })
  if (address === undefined) {
    const words = `There is no page to show for ${type.name}. Where no entry has one, npm run cms -- seed sets them.`
    pane.append(createElement('p', {}, words))
    return pane
  }
  const frame = createElement('iframe', { src: address, title: 'The page with this entry' })
  const mark = createElement('div', { class: 'mark', hidden: true })
  const subscriptions = new Map<string, unknown>()

  const goTo = ({ entryId, fieldId = '' }: TaggedField) => {
    if (entryId === open.getItem().sys.id) focus(fieldId)
    else if (entryId !== undefined)
      location.assign(`${getEditorPath('entries', entryId)}?${new URLSearchParams({ focusedField: fieldId })}`)
  }
  const hear = (message: LivePreviewMessage) => {
    if (message.method === 'CONNECTED') post('INSPECTOR_MODE_CHANGED', { isInspectorActive: true })
    else if (message.method === 'SUBSCRIBED') {
      subscriptions.set(message.id, subscription.parse(parseFlatted(message.config)).data)
      if (open.hasChanges()) update(message.id)
    } else if (message.method === 'UNSUBSCRIBED') subscriptions.delete(message.id)
    else if (message.method === 'TAGGED_FIELD_CLICKED') goTo(message)
    else if (message.method === 'SCROLL_START') mark.hidden = true
    else showMark(message.elements.find(({ isHovered }) => isHovered))
  }
  const post = openLivePreviewChannel(frame, hear)
  const contentType = { sys: type.sys, name: type.name, fields: type.fields }
  const update = (subscriptionId: string) => {
    const data = applyEdits(subscriptions.get(subscriptionId), {
      id: open.getItem().sys.id,
      type,
      fields: open.getFields(),
    })
    post('ENTRY_UPDATED', { subscriptionId, data, contentType })
  }
  const showMark = (hovered: TaggedElement | undefined) => {
    mark.hidden = !hovered?.attributes
    if (!hovered?.attributes) return
    const { attributes, coordinates } = hovered
    for (const side of ['left', 'top', 'width', 'height'] as const) mark.style[side] = `${coordinates[side]}px`
    mark.replaceChildren(createButton(`Edit ${attributes.fieldId}`, () => goTo(attributes)))
  }

  let { version } = open.getItem().sys
  open.onChange(() => {
    const { sys } = open.getItem()
    if (sys.version !== version) {
      version = sys.version
      post('ENTRY_SAVED', { entity: open.getItem(), contentType })
    }
    for (const id of subscriptions.keys()) update(id)
  })
  const reload = () => {
    subscriptions.clear()
    frame.src = address
  }
  const bar = createElement(
    'p',
    {},
    createButton('Reload', reload),
    createElement('a', { href: address, target: '_blank' }, 'Open alone'),
  )
  pane.append(bar, createElement('div', { class: 'frame' }, frame, mark))
  return pane
}

/** Where an entry can be seen on the site, as the space's preview addresses say it; `undefined` where they do not. */
async function fetchPreviewUrl(entry: ContentItem): Promise<string | undefined> {
  const type = entry.sys.contentType?.sys.id
  const { items } = await requestManagementApi(
    `${currentPage.spacePath}/preview_environments`,
    createPageSchema(previewConfigurationSchema),
  )
  const found = items
    .flatMap(({ configurations }) => configurations)
    .find(({ contentType, enabled }) => contentType === type && enabled !== false)
  const filled = found?.url.replaceAll(/\{([^}]+)\}/g, (token, name: string) => filling(entry, name) ?? token)
  const address = URL.parse(filled ?? '')
  return address && /^https?:$/.test(address.protocol) ? address.href : undefined
}

function filling(entry: ContentItem, name: string): string | undefined {
  if (name === 'entry.sys.id') return encodeURIComponent(entry.sys.id)
  if (name === 'locale') return LOCALE
  const [, field] = /^entry\.fields\.(\w+)$/.exec(name) ?? []
  const value = field && getFieldValue(entry.fields, field)
  return typeof value === 'string' ? encodeURIComponent(value) : undefined
}
