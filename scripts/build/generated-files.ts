/** The list of all content types. */
export const MODEL_FILE = 'cms/model/model.gen.ts'
/** The list of the pages' paths. */
export const SITE_PATHS_FILE = 'shared/site-paths.gen.ts'
/** The GraphQL schema of the content model. */
export const SCHEMA_FILE = 'cms/schema.graphql'
/** The fragments and queries of the content model. */
export const MODEL_QUERIES_FILE = 'cms/queries.graphql'
/** The module that makes the compiler check the seed files. */
export const SEED_TYPE_CHECK_FILE = 'cms/seed/entries.gen.ts'
/** The types and query strings, made by graphql-codegen. */
export const GENERATED_CODE_FOLDER = 'src/content/generated'
