import type { ContentTypeDefinition } from '#cms/graphql/content-type-definition.ts'
import { toContentTypePayload } from '#cms/model/content-type-payload.ts'
import { model } from '#cms/model/model.ts'

/** The only space and environment of the local Contentful. */
export const LOCAL_SPACE_ID = 'local'
export const LOCAL_ENVIRONMENT_ID = 'master'

/** The model as the management API would hold it once it is seeded. */
export const modelContentTypes: readonly ContentTypeDefinition[] = Object.values(model).map((type) => ({
  id: type.id,
  ...toContentTypePayload(type),
}))
