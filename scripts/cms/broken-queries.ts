import {
  type ASTNode,
  concatAST,
  type DefinitionNode,
  type DocumentNode,
  type FieldNode,
  type GraphQLSchema,
  Kind,
  NoUnusedFragmentsRule,
  parse,
  Source,
  separateOperations,
  specifiedRules,
  TypeInfo,
  validate,
  visit,
  visitWithTypeInfo,
} from 'graphql'
import type { QueryFile } from '#scripts/build/query-files.ts'

/** A part of a query that does not match the schema, or whose type has changed. */
export interface BrokenQuery {
  readonly file: string
  /** From 1. */
  readonly line: number
  /** For example `query Home` or `fragment Seo`. */
  readonly name: string
  /** The names of the affected queries. */
  readonly queries: readonly string[]
  /** The message of graphql-js, or the change of the type. */
  readonly problem: string
}

/** Returns the parts of the queries that do not match the schema. Throws if a file is not valid GraphQL. */
export function findBrokenQueries(schema: GraphQLSchema, files: readonly QueryFile[]): readonly BrokenQuery[] {
  const document = parseQueryFiles(files)
  return validate(schema, document, RULES, { maxErrors: MAX_ERRORS }).map(({ message, nodes }) =>
    toBrokenQuery(nodes?.[0], message, document),
  )
}

/** Returns the fields of the queries whose type differs between the schemas. */
export function findChangedResults(
  before: GraphQLSchema,
  after: GraphQLSchema,
  files: readonly QueryFile[],
): readonly BrokenQuery[] {
  const document = parseQueryFiles(files)
  const typesBefore = getFieldTypes(before, document)
  return [...getFieldTypes(after, document)].flatMap(([node, type]) => {
    const typeBefore = typesBefore.get(node)
    if (typeBefore === undefined || typeBefore === type) return []
    return [toBrokenQuery(node, `"${node.name.value}" changes from ${typeBefore} to ${type}`, document)]
  })
}

const parseQueryFiles = (files: readonly QueryFile[]) =>
  concatAST(files.map(({ file, text }) => parse(new Source(text, file))))

/** Returns the types of all queried fields that exist. */
function getFieldTypes(schema: GraphQLSchema, document: DocumentNode): ReadonlyMap<FieldNode, string> {
  const types = new Map<FieldNode, string>()
  const info = new TypeInfo(schema)
  const addType = (node: FieldNode) => {
    const type = info.getType()
    if (type) types.set(node, String(type))
  }
  visit(document, visitWithTypeInfo(info, { Field: addType }))
  return types
}

/** An unused fragment is not an error. */
const RULES = specifiedRules.filter((rule) => rule !== NoUnusedFragmentsRule)

/** Enough for all errors: a removed type breaks many lines. */
const MAX_ERRORS = 1_000

function toBrokenQuery(node: ASTNode | undefined, problem: string, document: DocumentNode): BrokenQuery {
  const { loc } = node ?? {}
  if (!loc) throw new Error(`The error of graphql-js has no location: ${problem}`)
  const definition = document.definitions.find(
    ({ loc: range }) => range?.source === loc.source && range.start <= loc.start && loc.end <= range.end,
  )
  return {
    file: loc.source.name,
    line: loc.startToken.line,
    name: getDefinitionName(definition),
    queries: findQueriesUsing(definition, document),
    problem,
  }
}

function getDefinitionName(definition: DefinitionNode | undefined): string {
  if (definition?.kind === Kind.FRAGMENT_DEFINITION) return `fragment ${definition.name.value}`
  if (definition?.kind === Kind.OPERATION_DEFINITION)
    return `${definition.operation} ${definition.name?.value ?? 'without a name'}`
  return 'a definition'
}

/** Returns the names of the queries that contain a definition: a fragment affects every query that uses it. */
const findQueriesUsing = (definition: DefinitionNode | undefined, document: DocumentNode): readonly string[] =>
  Object.entries(separateOperations(document))
    .filter(([, { definitions }]) => definitions.some((item) => item === definition))
    .map(([name]) => name)
