/** The GraphQL schema of content types and the execution of queries, without a server. */

export {
  type ContentSource,
  createContentSnapshot,
  type SourceAsset,
  type SourceAssetFile,
  type SourceEntry,
} from './graphql/content-source.ts'
export type {
  ContentTypeDefinition,
  FieldDefinition,
  FieldValidation,
} from './graphql/content-type-definition.ts'
export { createGraphqlSchema } from './graphql/create-graphql-schema.ts'
export { executeQuery } from './graphql/execute-query.ts'
export { CollidingNamesError, UnsupportedFieldError } from './graphql/graphql-errors.ts'
export { getFieldName, getGraphqlTypeName, getRootFieldName } from './graphql/schema-names.ts'
