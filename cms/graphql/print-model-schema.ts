import { printSchema } from 'graphql'
import { modelContentTypes } from '#cms/local/local-space.ts'
import { createGraphqlSchema } from './create-graphql-schema.ts'

/** What stands in `cms/schema.graphql`: the model's schema, types in the order in which the model leads to them. */
export const printModelSchema = (): string =>
  `# Made from cms/model. Write it anew with: npm run types\n\n${printSchema(createGraphqlSchema(modelContentTypes))}\n`
