import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type ASTVisitor, type DocumentNode, Kind, print, type SelectionNode, visit } from 'graphql'
import { DRAFT_QUERIES_FILE, type DraftQueries } from '#server/preview/draft-pages.ts'
import { readSiteQueries } from './site-queries.ts'
import { MODEL_QUERIES_FILE } from './update-generated-file.ts'

/** Writes the queries for drafts, which the pages of this build ask by name. */
export const writeDraftQueries = async (outDir: string): Promise<void> =>
  writeFile(join(outDir, DRAFT_QUERIES_FILE), JSON.stringify(await createDraftQueries()))

/**
 * Creates the queries for drafts from the files that the code of the pages is generated from. Their names are those of the
 * contents: that of the query `Home` is `home`.
 */
export async function createDraftQueries(): Promise<DraftQueries> {
  const queries = Object.entries(await readSiteQueries(await readFile(MODEL_QUERIES_FILE, 'utf8')))
  return Object.fromEntries(
    queries.map(([name, query]) => [name.charAt(0).toLowerCase() + name.slice(1), createDraftQuery(query)]),
  )
}

/** Adds `preview: true` to the fields of a query, and `__typename` to every selection, by which live preview identifies entries. */
export const createDraftQuery = (query: DocumentNode): string => print(visit(query, DRAFT_VISITOR))

const DRAFT_VISITOR: ASTVisitor = {
  OperationDefinition: {
    leave: ({ selectionSet, ...operation }) => ({
      ...operation,
      selectionSet: { ...selectionSet, selections: selectionSet.selections.map(addPreviewArgument) },
    }),
  },
  Field: {
    leave: ({ selectionSet, ...field }) =>
      selectionSet && {
        ...field,
        selectionSet: { ...selectionSet, selections: [...selectionSet.selections, TYPENAME_FIELD] },
      },
  },
}

const addPreviewArgument = (node: SelectionNode): SelectionNode =>
  node.kind === Kind.FIELD ? { ...node, arguments: [...(node.arguments ?? []), PREVIEW_ARGUMENT] } : node

const createName = (value: string) => ({ kind: Kind.NAME, value }) as const
const TYPENAME_FIELD = { kind: Kind.FIELD, name: createName('__typename') } as const
const PREVIEW_ARGUMENT = {
  kind: Kind.ARGUMENT,
  name: createName('preview'),
  value: { kind: Kind.BOOLEAN, value: true },
} as const
