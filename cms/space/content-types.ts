import type { ContentTypeProps } from 'contentful-management'
import type { ContentType } from '#cms/model/fields.ts'
import { contentTypePayload } from '#cms/model/payload.ts'
import { agrees } from './agrees.ts'
import { type Kind, needsPublishing } from './kind.ts'
import { readByIds } from './read-by-ids.ts'
import type { Space } from './space-client.ts'

/** Content types, from the model. Fields that only the space has stay: nothing of an owner's is deleted. */
export function contentTypes({ client: { contentType } }: Space): Kind<ContentType, ContentTypeProps> {
  return {
    name: 'content type',
    readMany: (ids) => readByIds(ids, (query) => contentType.getMany({ query })),
    read: (id) => contentType.get({ contentTypeId: id }),
    needs: () => [],

    nextStep(wanted, held) {
      const at = { contentTypeId: wanted.id }
      const payload = payloadOf(wanted)
      if (!held) return { action: 'create', take: () => contentType.createWithId(at, payload) }
      if (!agrees({ ...held, fields: held.fields.filter(({ id }) => id in wanted.fields) }, payload))
        return { action: 'update', take: () => contentType.update(at, merged(held, payload)) }
      if (needsPublishing(held.sys)) return { action: 'publish', take: () => contentType.publish(at, held) }
      return null
    },
  }
}

/** The SDK's own `CreateContentTypeProps` is `any`: it leans on a package that it does not bring along. */
type NewContentType = Omit<ContentTypeProps, 'sys'>

/** A copy: the SDK's types want lists that can be changed. */
function payloadOf(type: ContentType): NewContentType {
  const payload = contentTypePayload(type)
  return {
    ...payload,
    fields: payload.fields.map(({ validations, items, ...field }) => ({
      ...field,
      validations: [...validations],
      ...(items && { items: { ...items, validations: [...items.validations] } }),
    })),
  }
}

function merged(held: ContentTypeProps, payload: NewContentType): ContentTypeProps {
  const fields = payload.fields.map((field) => ({ ...held.fields.find(({ id }) => id === field.id), ...field }))
  const others = held.fields.filter(({ id }) => !payload.fields.some((field) => field.id === id))
  return { ...held, ...payload, fields: [...fields, ...others] }
}
