import { createContext, use } from 'react'
import type { InspectorProps } from '#src/components/inspector-props.ts'
import type { EntryFields } from './field-schemas.ts'

/** Creates the attributes by which Contentful's inspector mode finds the field of an element. */
export type GetInspectorProps<Field extends string = string> = (entryId: string, fieldId: Field) => InspectorProps

const NO_PROPS: InspectorProps = {}

/** Of an editor's preview. Visitors get no attributes. */
export const InspectorPropsContext = createContext<GetInspectorProps>(() => NO_PROPS)

/** Returns a function that creates the inspector attributes of a field of a content type; empty for visitors. */
export const useInspectorProps = <Type extends ContentTypeId>(): GetInspectorProps<FieldId<Type>> =>
  use(InspectorPropsContext)

type Entries = typeof import('./generated/entry-schemas.ts')
type ContentTypeId = WithoutSuffix<keyof Entries, 'Entry'>

/** The ids of the fields of a content type that the site queries. GraphQL calls a list of links a collection. */
export type FieldId<Type extends ContentTypeId> = WithoutSuffix<
  Exclude<keyof EntryFields<Entries[`${Type}Entry`]>, 'sys'>,
  'Collection'
>

type WithoutSuffix<Name extends PropertyKey, Suffix extends string> = Name extends `${infer Start}${Suffix}`
  ? Start
  : Name & string
