import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { defineEntry, defineEntryWithLists, mapEntry, sysSchema, textSchema } from './entry-schemas.ts'
import { imageSchema } from './pictures.ts'

// Types of fragments, as `npm run types` generates them.
type Sys = { readonly id: string }
type FactFragment = { sys: Sys; figure: string | null; unit: string | null; text: string | null }
type RedirectFragment = { sys: Sys; from: string | null; to: string | null; isPermanent: boolean | null }
type HomePageFragment = {
  sys: Sys
  watchLabel: string | null
  poster: { url: string | null; width: number | null; height: number | null } | null
  factsCollection: { items: (FactFragment | null)[] } | null
}

const fields = { sys: sysSchema, figure: textSchema, unit: z.nullish(textSchema), text: textSchema }
const fact = defineEntry<FactFragment>()('Fact', fields)
const pageFields = { sys: sysSchema, watchLabel: textSchema, poster: imageSchema }

test('accepts a schema for each queried field and a definition for each list', () => {
  const page = defineEntryWithLists<HomePageFragment>()('Home page', pageFields, { factsCollection: fact })
  expect(page).toMatchObject({ name: 'Home page', lists: { factsCollection: fact } })
})

test('maps the valid fields', () => {
  const mapped = mapEntry(fact, ({ sys, figure }) => `${sys.id}: ${figure}`)
  expect(mapped.name).toBe('Fact')
  expect(z.parse(mapped.schema, { sys: { id: 'miles' }, figure: '250+', text: 'built' })).toBe('miles: 250+')
})

// The following definitions are type errors. `npm run types` changes the fragments, so the compiler reports the field.

// @ts-expect-error Property 'text' is missing
defineEntry<FactFragment>()('Fact', { sys: sysSchema, figure: textSchema, unit: textSchema })

// @ts-expect-error Type 'ZodMiniString<string>' is not assignable to type 'never', at `source`
defineEntry<FactFragment>()('Fact', { ...fields, source: textSchema })

// @ts-expect-error Type 'number' is not assignable to type 'string', at `figure`
defineEntry<FactFragment>()('Fact', { ...fields, figure: z.number() })

// @ts-expect-error Property 'factsCollection' is missing
defineEntryWithLists<HomePageFragment>()('Home page', pageFields, {})

const redirectFields = { sys: sysSchema, from: textSchema, to: textSchema, isPermanent: z.boolean() }
const redirect = defineEntry<RedirectFragment>()('Redirect', redirectFields)

// @ts-expect-error FactFragment is not assignable to RedirectFragment
defineEntryWithLists<HomePageFragment>()('Home page', pageFields, { factsCollection: redirect })
