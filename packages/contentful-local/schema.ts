/** The GraphQL schema of content types and the execution of queries, without a server. */

export {
  type ContentSource,
  createContentSnapshot,
  type SourceAssetFile,
  type SourceEntity,
} from './graphql/content-source.ts'
export { createGraphqlSchema } from './graphql/create-graphql-schema.ts'
export { executeQuery } from './graphql/execute-query.ts'
export { ModelError } from './graphql/graphql-errors.ts'
export { getFieldName, getGraphqlTypeName, getRootFieldName } from './graphql/schema-names.ts'
export type {
  ContentTypeDefinition,
  FieldDefinition,
  FieldValidation,
} from './shared/content-type-definition.ts'
