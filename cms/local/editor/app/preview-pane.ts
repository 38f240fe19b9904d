import * as z from 'zod/mini'
import { button, element } from './dom.ts'
import { type FrameMessage, frameMessages, type Marked, type MarkedField } from './frame-messages.ts'
import { withEdits } from './live-data.ts'
import type { OpenItem } from './open-item.ts'
import { pageOf } from './place.ts'
import { previewAddress } from './preview-address.ts'
import type { ContentType } from './shapes.ts'
import { unflatten } from './unflatten.ts'

const subscription = z.object({ data: z.unknown() })

/** The page on which the entry stands, beside its form: it follows what is typed, and its edit marks lead to fields. */
export async function previewPane(
  open: OpenItem,
  type: ContentType,
  focus: (field: string) => void,
): Promise<HTMLElement> {
  const address = await previewAddress(open.held())
  const pane = element('section', { class: 'preview', 'aria-label': 'Live preview' })
  if (address === undefined) {
    const words = `There is no page to show for ${type.name}. Where no entry has one, npm run cms -- seed sets them.`
    pane.append(element('p', {}, words))
    return pane
  }
  const frame = element('iframe', { src: address, title: 'The page with this entry' })
  const mark = element('div', { class: 'mark', hidden: true })
  const subscriptions = new Map<string, unknown>()

  const goTo = ({ entryId, fieldId = '' }: MarkedField) => {
    if (entryId === open.held().sys.id) focus(fieldId)
    else if (entryId !== undefined)
      location.assign(`${pageOf('entries', entryId)}?${new URLSearchParams({ focusedField: fieldId })}`)
  }
  const hear = (message: FrameMessage) => {
    if (message.method === 'CONNECTED') post('INSPECTOR_MODE_CHANGED', { isInspectorActive: true })
    else if (message.method === 'SUBSCRIBED') {
      subscriptions.set(message.id, subscription.parse(unflatten(message.config)).data)
      if (open.isChanged()) update(message.id)
    } else if (message.method === 'UNSUBSCRIBED') subscriptions.delete(message.id)
    else if (message.method === 'TAGGED_FIELD_CLICKED') goTo(message)
    else if (message.method === 'SCROLL_START') mark.hidden = true
    else showMark(message.elements.find(({ isHovered }) => isHovered))
  }
  const post = frameMessages(frame, hear)
  const contentType = { sys: type.sys, name: type.name, fields: type.fields }
  const update = (subscriptionId: string) => {
    const data = withEdits(subscriptions.get(subscriptionId), { id: open.held().sys.id, type, fields: open.fields() })
    post('ENTRY_UPDATED', { subscriptionId, data, contentType })
  }
  const showMark = (hovered: Marked | undefined) => {
    mark.hidden = !hovered?.attributes
    if (!hovered?.attributes) return
    const { attributes, coordinates } = hovered
    for (const side of ['left', 'top', 'width', 'height'] as const) mark.style[side] = `${coordinates[side]}px`
    mark.replaceChildren(button(`Edit ${attributes.fieldId}`, () => goTo(attributes)))
  }

  let { version } = open.held().sys
  open.onChange(() => {
    const { sys } = open.held()
    if (sys.version !== version) {
      version = sys.version
      post('ENTRY_SAVED', { entity: open.held(), contentType })
    }
    for (const id of subscriptions.keys()) update(id)
  })
  const reload = () => {
    subscriptions.clear()
    frame.src = address
  }
  const bar = element(
    'p',
    {},
    button('Reload', reload),
    element('a', { href: address, target: '_blank' }, 'Open alone'),
  )
  pane.append(bar, element('div', { class: 'frame' }, frame, mark))
  return pane
}
