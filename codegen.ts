import type { CodegenConfig } from '@graphql-codegen/cli'

/** The queries that are not generated from the model. */
export const QUERY_FILES = 'src/content/*.graphql'

/** Generates types and query strings from the committed schema, without network access or a token. */
export default {
  schema: 'cms/schema.graphql',
  documents: [QUERY_FILES, 'cms/queries.graphql'],
  silent: true,
  generates: {
    'src/content/generated/': {
      preset: 'client',
      presetConfig: { fragmentMasking: false },
      config: {
        documentMode: 'string', // keeps the GraphQL parser and syntax trees out of the bundle
        useTypeImports: true,
        enumsAsTypes: true,
        avoidOptionals: false,
        scalars: { DateTime: 'string', Quality: 'number', Dimension: 'number', HexColor: 'string' },
      },
    },
  },
} satisfies CodegenConfig
