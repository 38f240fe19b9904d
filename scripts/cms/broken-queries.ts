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

/** A text of queries, and the file that it stands in. */
export interface QueryFile {
  readonly file: string
  readonly text: string
}

/** One thing that a query asks for and the schema does not give so, or no longer. */
export interface BrokenQuery {
  readonly file: string
  /** From 1. */
  readonly line: number
  /** `query Home`, or `fragment Seo` */
  readonly name: string
  /** The queries that it concerns. */
  readonly queries: readonly string[]
  /** What is missing, in graphql-js’ words; or what has become of it. */
  readonly problem: string
}

/** What every query of these files asks for in vain. Throws where a text is no GraphQL. */
export function findBrokenQueries(schema: GraphQLSchema, files: readonly QueryFile[]): readonly BrokenQuery[] {
  const document = documentOf(files)
  return validate(schema, document, RULES, { maxErrors: MOST }).map(({ message, nodes }) =>
    inQuery(nodes?.[0], message, document),
  )
}

/** What every query of these files still gets, as something else. */
export function findChangedResults(
  before: GraphQLSchema,
  after: GraphQLSchema,
  files: readonly QueryFile[],
): readonly BrokenQuery[] {
  const document = documentOf(files)
  const earlier = typesOf(before, document)
  return [...typesOf(after, document)].flatMap(([node, type]) => {
    const was = earlier.get(node)
    if (was === undefined || was === type) return []
    return [inQuery(node, `"${node.name.value}" was ${was}, and is ${type}`, document)]
  })
}

const documentOf = (files: readonly QueryFile[]) =>
  concatAST(files.map(({ file, text }) => parse(new Source(text, file))))

/** The type of every field that is asked for and there. */
function typesOf(schema: GraphQLSchema, document: DocumentNode): ReadonlyMap<FieldNode, string> {
  const types = new Map<FieldNode, string>()
  const info = new TypeInfo(schema)
  const note = (node: FieldNode) => {
    const type = info.getType()
    if (type) types.set(node, String(type))
  }
  visit(document, visitWithTypeInfo(info, { Field: note }))
  return types
}

/** A fragment that nobody uses breaks nothing. */
const RULES = specifiedRules.filter((rule) => rule !== NoUnusedFragmentsRule)

/** All of them: a type that is gone breaks many lines. */
const MOST = 1_000

function inQuery(node: ASTNode | undefined, problem: string, document: DocumentNode): BrokenQuery {
  const { loc } = node ?? {}
  if (!loc) throw new Error(`graphql-js says no place of its error: ${problem}`)
  const definition = document.definitions.find(
    ({ loc: whole }) => whole?.source === loc.source && whole.start <= loc.start && loc.end <= whole.end,
  )
  return {
    file: loc.source.name,
    line: loc.startToken.line,
    name: nameOf(definition),
    queries: queriesWith(definition, document),
    problem,
  }
}

function nameOf(definition: DefinitionNode | undefined): string {
  if (definition?.kind === Kind.FRAGMENT_DEFINITION) return `fragment ${definition.name.value}`
  if (definition?.kind === Kind.OPERATION_DEFINITION)
    return `${definition.operation} ${definition.name?.value ?? 'without a name'}`
  return 'a definition'
}

/** A fragment breaks every query that uses it. */
const queriesWith = (definition: DefinitionNode | undefined, document: DocumentNode): readonly string[] =>
  Object.entries(separateOperations(document))
    .filter(([, { definitions }]) => definitions.some((one) => one === definition))
    .map(([name]) => name)
