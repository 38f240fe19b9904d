import * as z from 'zod/mini'

/** Inspector attributes of a field. Those of assets have no `entryId`. */
const attributes = { entryId: z.optional(z.string()), fieldId: z.optional(z.string()) }
const taggedFieldSchema = z.object(attributes)
export type TaggedField = z.output<typeof taggedFieldSchema>

const taggedElementSchema = z.object({
  isHovered: z.boolean(),
  attributes: z.nullish(taggedFieldSchema),
  coordinates: z.object({ left: z.number(), top: z.number(), width: z.number(), height: z.number() }),
})
export type TaggedElement = z.output<typeof taggedElementSchema>

const source = z.literal('live-preview-sdk')
const messageSchema = z.discriminatedUnion('method', [
  z.object({ source, method: z.literal('CONNECTED') }),
  z.object({ source, method: z.literal('SUBSCRIBED'), id: z.string(), config: z.string() }),
  z.object({ source, method: z.literal('UNSUBSCRIBED'), id: z.string() }),
  z.object({ source, method: z.literal('TAGGED_FIELD_CLICKED'), ...attributes }),
  z.object({ source, method: z.literal('TAGGED_ELEMENTS'), elements: z.array(taggedElementSchema) }),
  z.object({ source, method: z.literal('SCROLL_START') }),
])
export type LivePreviewMessage = z.output<typeof messageSchema>

/**
 * Opens the message channel to `@contentful/live-preview` in a framed page. `onMessage` gets valid messages of the frame.
 * Returns a function that sends a message.
 */
export function openLivePreviewChannel(frame: HTMLIFrameElement, onMessage: (message: LivePreviewMessage) => void) {
  const getOrigin = () => URL.parse(frame.src)?.origin
  addEventListener('message', (event) => {
    if (event.source !== frame.contentWindow || event.origin !== getOrigin()) return
    const { data } = messageSchema.safeParse(event.data)
    if (data) onMessage(data)
  })
  return (method: string, content: object) =>
    frame.contentWindow?.postMessage(
      { source: 'live-preview-editor', method, ...content },
      getOrigin() ?? location.origin,
    )
}

const listSchema = z.array(z.unknown())

/**
 * Parses the `flatted` format of `@contentful/live-preview`: a list of values, in which strings inside other values are
 * indexes of the list. The format supports circular references.
 */
export function parseFlatted(text: string): unknown {
  const values = listSchema.parse(JSON.parse(text))
  const parsed = new Map<string, unknown>()
  const parseAt = (index: string): unknown => {
    if (parsed.has(index)) return parsed.get(index)
    const value = values[Number(index)]
    if (typeof value !== 'object' || value === null) return value
    const result = Array.isArray(value) ? [] : {}
    parsed.set(index, result)
    for (const [key, child] of Object.entries(value))
      Object.assign(result, { [key]: typeof child === 'string' ? parseAt(child) : child })
    return result
  }
  return parseAt('0')
}
