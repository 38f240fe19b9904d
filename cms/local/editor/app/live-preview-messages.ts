import * as z from 'zod/mini'

/** Of an entry's field; an asset's has no `entryId`. */
const attributes = { entryId: z.optional(z.string()), fieldId: z.optional(z.string()) }
const markedField = z.object(attributes)
export type TaggedField = z.output<typeof markedField>

const marked = z.object({
  isHovered: z.boolean(),
  attributes: z.nullish(markedField),
  coordinates: z.object({ left: z.number(), top: z.number(), width: z.number(), height: z.number() }),
})
export type TaggedElement = z.output<typeof marked>

const source = z.literal('live-preview-sdk')
const message = z.discriminatedUnion('method', [
  z.object({ source, method: z.literal('CONNECTED') }),
  z.object({ source, method: z.literal('SUBSCRIBED'), id: z.string(), config: z.string() }),
  z.object({ source, method: z.literal('UNSUBSCRIBED'), id: z.string() }),
  z.object({ source, method: z.literal('TAGGED_FIELD_CLICKED'), ...attributes }),
  z.object({ source, method: z.literal('TAGGED_ELEMENTS'), elements: z.array(marked) }),
  z.object({ source, method: z.literal('SCROLL_START') }),
])
export type LivePreviewMessage = z.output<typeof message>

/** Messages between Contentful's editor and `@contentful/live-preview` in a page that it frames. */
export function openLivePreviewChannel(frame: HTMLIFrameElement, hear: (message: LivePreviewMessage) => void) {
  const origin = () => URL.parse(frame.src)?.origin
  addEventListener('message', (event) => {
    if (event.source !== frame.contentWindow || event.origin !== origin()) return
    const { data } = message.safeParse(event.data)
    if (data) hear(data)
  })
  return (method: string, content: object) =>
    frame.contentWindow?.postMessage({ source: 'live-preview-editor', method, ...content }, origin() ?? location.origin)
}

const list = z.array(z.unknown())

/**
 * Reads what `@contentful/live-preview` writes of a subscription: a list of values, in which every text inside of
 * another value is the place of a value. So one that holds itself can be written.
 */
export function parseFlatted(text: string): unknown {
  const values = list.parse(JSON.parse(text))
  const read = new Map<string, unknown>()
  const at = (index: string): unknown => {
    if (read.has(index)) return read.get(index)
    const value = values[Number(index)]
    if (typeof value !== 'object' || value === null) return value
    const made = Array.isArray(value) ? [] : {}
    read.set(index, made)
    for (const [key, each] of Object.entries(value))
      Object.assign(made, { [key]: typeof each === 'string' ? at(each) : each })
    return made
  }
  return at('0')
}
