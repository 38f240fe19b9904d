import type { ListSchema } from '#cms/local/query/list-schema.ts'
import { createInvalidParameterError } from '#cms/local/query/query-parameters.ts'
import type { DeliveryDocument } from './documents.ts'

const ROOTS = ['sys', 'fields', 'metadata']

const OTHERS = [
  'sys.id',
  'sys.type',
  'sys.space',
  'sys.environment',
  'sys.contentType',
  'sys.createdAt',
  'sys.updatedAt',
  'sys.publishedVersion',
  'sys.revision',
  'sys.locale',
  'metadata.tags',
  'metadata.concepts',
]

/** The parts that `sys.id,fields.title` leaves of a document. */
export function parseSelect(
  text: string | undefined,
  shape: ListSchema,
): (document: DeliveryDocument) => Partial<DeliveryDocument> {
  if (text === undefined) return (document) => document
  const paths = text.split(',').map((path) => path.trim())
  for (const path of paths) expectKnown(path, shape)
  return ({ sys, fields, metadata }) =>
    Object.fromEntries(
      Object.entries({ metadata, sys, fields }).flatMap(([root, part]) => {
        if (paths.includes(root)) return [[root, part]]
        const kept = Object.entries(part).filter(([name]) => paths.includes(`${root}.${name}`))
        return paths.some((path) => path.startsWith(`${root}.`)) ? [[root, Object.fromEntries(kept)]] : []
      }),
    )
}

function expectKnown(path: string, { valueKinds, explainMissing }: ListSchema): void {
  const isField = path.startsWith('fields.') && path.split('.').length === 2 && valueKinds.has(path)
  if (isField || ROOTS.includes(path) || OTHERS.includes(path)) return
  throw createInvalidParameterError('select', explainMissing?.(path) ?? `cannot be "${path}"`)
}
