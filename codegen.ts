import type { CodegenConfig } from '@graphql-codegen/cli'

/** Types and query strings from the committed schema: no network, no token. */
export default {
  schema: 'cms/schema.graphql',
  documents: 'src/content/*.graphql',
  silent: true,
  generates: {
    'src/content/generated/': {
      preset: 'client',
      presetConfig: { fragmentMasking: false },
      config: {
        documentMode: 'string', // a query travels as text: no parser and no syntax tree in the bundle
        useTypeImports: true,
        enumsAsTypes: true,
        avoidOptionals: false,
        scalars: { DateTime: 'string', Quality: 'number', Dimension: 'number', HexColor: 'string' },
      },
    },
  },
} satisfies CodegenConfig
