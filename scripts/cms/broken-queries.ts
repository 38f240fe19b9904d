import {
  concatAST,
  type DefinitionNode,
  type DocumentNode,
  type GraphQLError,
  type GraphQLSchema,
  Kind,
  NoUnusedFragmentsRule,
  parse,
  Source,
  separateOperations,
  specifiedRules,
  validate,
} from 'graphql'

/** A text of queries, and the file that it stands in. */
export interface QueryFile {
  readonly file: string
  readonly text: string
}

/** One thing that a query asks for and the schema does not give so. */
export interface BrokenQuery {
  readonly file: string
  /** From 1. */
  readonly line: number
  /** `query Home`, or `fragment Seo` */
  readonly name: string
  /** The queries that it breaks. */
  readonly queries: readonly string[]
  /** What is missing, in graphql-js’ words. */
  readonly problem: string
}

/** What every query of these files asks for in vain. Throws where a text is no GraphQL. */
export function brokenQueries(schema: GraphQLSchema, files: readonly QueryFile[]): readonly BrokenQuery[] {
  const document = concatAST(files.map(({ file, text }) => parse(new Source(text, file))))
  return validate(schema, document, RULES, { maxErrors: MOST }).map((error) => brokenQuery(error, document))
}

/** A fragment that nobody uses breaks nothing. */
const RULES = specifiedRules.filter((rule) => rule !== NoUnusedFragmentsRule)

/** All of them: a type that is gone breaks many lines. */
const MOST = 1_000

function brokenQuery({ message, nodes }: GraphQLError, document: DocumentNode): BrokenQuery {
  const { loc } = nodes?.[0] ?? {}
  if (!loc) throw new Error(`graphql-js says no place of its error: ${message}`)
  const definition = document.definitions.find(
    ({ loc: whole }) => whole?.source === loc.source && whole.start <= loc.start && loc.end <= whole.end,
  )
  return {
    file: loc.source.name,
    line: loc.startToken.line,
    name: nameOf(definition),
    queries: queriesWith(definition, document),
    problem: message,
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
