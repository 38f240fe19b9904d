import type { ContentTypeDefinition } from 'contentful-local/schema'
import { createGraphqlSchema } from 'contentful-local/schema'
import { printSchema } from 'graphql'
import { toContentTypePayload } from '#cms/model/content-type-payload.ts'
import { model } from '#cms/model/model.gen.ts'

/** The content types of cms/model as the management API stores them. */
export const modelContentTypes: readonly ContentTypeDefinition[] = Object.values(model).map((type) => ({
  id: type.id,
  ...toContentTypePayload(type),
}))

/** Prints the model's GraphQL schema: the content of cms/schema.graphql. Types are in the order of the model. */
export const printModelSchema = (): string =>
  `# Generated from cms/model by: npm run types\n\n${printSchema(createGraphqlSchema(modelContentTypes))}\n`
