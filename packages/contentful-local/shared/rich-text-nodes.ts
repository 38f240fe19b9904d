import * as z from 'zod'
import { type EntityLink, isLink } from '#local/shared/links.ts'

export interface RichTextNode {
  readonly nodeType: string
  /** Property names and indexes that lead to the node. */
  readonly path: readonly (string | number)[]
  /** Text of a text node; empty for other nodes. */
  readonly text: string
  readonly marks: readonly string[]
  /** The embedded or linked entry or asset. */
  readonly target?: EntityLink | undefined
}

const nodeSchema = z.object({
  nodeType: z.string(),
  value: z.string().default(''),
  marks: z.array(z.object({ type: z.string() })).default([]),
  data: z.object({ target: z.unknown().optional() }).optional(),
  content: z.array(z.unknown()).default([]),
})

/** Lists all nodes of a document, starting with the document. Other values have no nodes. `path`: path of the document. */
export function listRichTextNodes(value: unknown, path: RichTextNode['path']): readonly RichTextNode[] {
  const { success, data } = nodeSchema.safeParse(value)
  if (!success) return []
  const { nodeType, value: text, marks, content } = data
  const target = isLink(data.data?.target) ? data.data.target : undefined
  const children = content.flatMap((child, index) => listRichTextNodes(child, [...path, 'content', index]))
  return [{ nodeType, path, text, marks: marks.map(({ type }) => type), target }, ...children]
}
