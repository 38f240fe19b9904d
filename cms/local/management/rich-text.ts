import { BLOCKS, type Document, INLINES, MARKS, validateRichTextDocument } from '@contentful/rich-text-types'
import * as z from 'zod'
import { type ContentLink, isLink } from '#cms/graphql/content-source.ts'
import { createUnsupportedError, type ErrorDetail, type ValuePath } from '#cms/local/http/rest-error.ts'

/** A node of a document, as far as it is looked at here. */
export interface RichTextNode {
  readonly nodeType: string
  /** Where it stands, from the field on. */
  readonly path: ValuePath
  /** Of texts; empty for everything else. */
  readonly text: string
  readonly marks: readonly string[]
  /** The entry or asset that is embedded or linked. */
  readonly target?: ContentLink | undefined
}

/** Nodes that point into other spaces, which this stand-in does not have. */
const RESOURCES: readonly string[] = [BLOCKS.EMBEDDED_RESOURCE, INLINES.EMBEDDED_RESOURCE, INLINES.RESOURCE_HYPERLINK]

export const RICH_TEXT_NODE_TYPES: readonly string[] = [...Object.values(BLOCKS), ...Object.values(INLINES)].filter(
  (type) => !RESOURCES.includes(type),
)
export const RICH_TEXT_MARK_TYPES: readonly string[] = Object.values(MARKS)

const node = z.object({
  nodeType: z.string(),
  value: z.string().default(''),
  marks: z.array(z.object({ type: z.string() })).default([]),
  data: z.object({ target: z.unknown().optional() }).optional(),
  content: z.array(z.unknown()).default([]),
})

/** Whatever might be a document: the official validator says whether it is one. */
const document = z.custom<Document>((value) => typeof value === 'object' && value !== null)

/** What keeps a document from being saved. Throws, with its name, where it holds what this stand-in does not know. */
export function validateRichText(value: unknown, path: ValuePath): readonly ErrorDetail[] {
  const nodes = listRichTextNodes(value, path)
  const resource = nodes.find(({ nodeType }) => RESOURCES.includes(nodeType))
  if (resource) throw createUnsupportedError(`the rich text node ${resource.nodeType}`)
  const { success, data } = document.safeParse(value)
  if (!success) return [{ name: 'type', type: 'RichText', value, path, details: 'It must be a rich text document' }]
  const shape = validateRichTextDocument(data)
  const marks = nodes.flatMap((one) => one.marks.map((mark) => ({ mark, at: one.path })))
  return [
    ...shape.map(({ name, path: at = [], details }) => ({ name, path: [...path, ...at], details: details ?? name })),
    ...marks
      .filter(({ mark }) => !RICH_TEXT_MARK_TYPES.includes(mark))
      .map(({ mark, at }) => ({ name: 'in', path: [...at, 'marks'], value: mark, expected: RICH_TEXT_MARK_TYPES })),
  ]
}

/** All nodes of a document, itself first. Nothing where it is none. */
export function listRichTextNodes(value: unknown, path: ValuePath): readonly RichTextNode[] {
  const { success, data } = node.safeParse(value)
  if (!success) return []
  const { nodeType, value: text, marks, content } = data
  const target = isLink(data.data?.target) ? data.data.target : undefined
  const inside = content.flatMap((child, index) => listRichTextNodes(child, [...path, 'content', index]))
  return [{ nodeType, path, text, marks: marks.map(({ type }) => type), target }, ...inside]
}
