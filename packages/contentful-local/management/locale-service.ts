import * as z from 'zod'
import { createUnsupportedError, describeUnsupported, RestError } from '#local/engine/rest-error.ts'
import { createBodySchema, createValueError, parseManagementBody } from '#local/http/parse-request.ts'
import type { FieldValues } from '#local/store/entity-table.ts'
import type { LocaleDefinition, Store } from '#local/store/store.ts'
import { createResourceService } from './resource-service.ts'

/** Request body of a locale. The default locale cannot change. */
const localeBodySchema = createBodySchema({
  name: z.string().min(1),
  code: z.string().regex(/^[a-zA-Z][a-zA-Z0-9]*(-[a-zA-Z0-9]+)*$/),
  fallbackCode: z.string().nullable().default(null),
  optional: z.boolean().default(false),
  contentDeliveryApi: z.boolean().default(true),
  contentManagementApi: z.boolean().default(true),
  default: z.boolean().optional(),
  internal_code: z.string().optional(),
})

/** Locales. They have no drafts: each change takes effect immediately. */
export const createLocaleService = ({ locales, contentTypes, entries, assets, runTransaction }: Store) =>
  createResourceService<LocaleDefinition>({
    path: '/locales',
    can: ['create', 'delete'],
    table: locales,
    uniqueProperty: 'code',
    /** Throws if a request changes the default locale or conflicts with another locale. */
    parse: ({ id, body, current }) => {
      // A change may leave out name and code: contentful-management.rb, locale/update_name.yml and locale/update_code.yml.
      const kept = current && { name: current.draft.name, code: current.draft.code }
      const { internal_code: _, ...sent } = parseManagementBody(localeBodySchema, { ...kept, ...Object(body) })
      const isDefault = current?.draft.default ?? false
      const hasContent = contentTypes.all().length + assets.all().length > 0 || locales.all().length > 1
      if (current && sent.code !== current.draft.code && hasContent)
        throw createUnsupportedError(`changing the code of the locale "${current.draft.code}" in a space with content`)
      const reject = (name: 'default' | 'fallbackCode', details: string) =>
        createValueError(name, [name], sent[name], details)
      if (sent.default !== undefined && sent.default !== isDefault)
        throw reject('default', describeUnsupported('making another locale the default locale'))
      const { code, fallbackCode } = sent
      const others = locales.all().flatMap((other) => (other.id === id ? [] : [other.draft]))
      if (isDefault && fallbackCode !== null) throw reject('fallbackCode', 'The default locale has no fallback')
      for (let next = fallbackCode; next !== null; ) {
        const fallback = others.find((other) => other.code === next)
        if (!fallback) throw reject('fallbackCode', `There is no locale "${next}"`)
        next = fallback.fallbackCode
        if (next === code) throw reject('fallbackCode', 'The fallback locales must not form a cycle')
      }
      return { ...sent, default: isDefault }
    },
    getProperties: ({ draft }) => ({ ...draft, internal_code: draft.code }),
    remove: ({ id, draft: { code, default: isDefault } }) => {
      if (isDefault) throw new RestError('AccessDenied', 'Cannot delete a default locale')
      const dependent = locales.all().find(({ draft }) => draft.fallbackCode === code)
      if (dependent) throw new RestError('BadRequest', `"${code}" is the fallback of "${dependent.draft.code}"`)
      runTransaction(() => {
        for (const table of [entries, assets]) table.rewriteFields((fields) => removeLocale(fields, code))
        locales.remove(id)
      })
    },
  })

function removeLocale(fields: FieldValues, code: string): FieldValues {
  const remaining = Object.entries(fields).map(([name, { [code]: _, ...values }]) => [name, values] as const)
  return Object.fromEntries(remaining.filter(([, values]) => Object.keys(values).length > 0))
}
