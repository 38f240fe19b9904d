import * as z from 'zod/mini'
import { ANY_CHANGE, type ContentChange } from './publishing-options.ts'

/** Publishing and its opposites; a draft that is saved changes nothing for visitors. */
const TOPIC = /^ContentManagement\.(Entry|Asset)\.(publish|unpublish|delete|archive|unarchive)$/

const typed = z.object({ sys: z.object({ contentType: z.object({ sys: z.object({ id: z.string() }) }) }) })

/** What a webhook tells of; `undefined` where that is nothing for visitors. */
export function parseWebhookChange(topic: string | undefined, body: string): ContentChange | undefined {
  const kind = TOPIC.exec(topic ?? '')?.[1]
  if (!kind) return undefined
  if (kind === 'Asset') return { contentTypes: new Set(), assets: true, anything: false }
  const entity = typed.safeParse(parsed(body))
  // A deleted entry may come without its type, and a webhook with a payload of its own.
  if (!entity.success) return ANY_CHANGE
  return { contentTypes: new Set([entity.data.sys.contentType.sys.id]), assets: false, anything: false }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
