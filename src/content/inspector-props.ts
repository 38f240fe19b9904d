import { createContext, use } from 'react'
import type { InspectorProps } from '#src/components/inspector-props.ts'

/** Creates the attributes by which Contentful's inspector mode finds the field of an element. */
export type GetInspectorProps = (entryId: string, fieldId: string) => InspectorProps

const NO_PROPS: InspectorProps = {}

/** Of an editor's preview. Visitors get no attributes. */
export const InspectorPropsContext = createContext<GetInspectorProps>(() => NO_PROPS)

/** Returns a function that creates the inspector attributes of a field; empty for visitors. */
export const useInspectorProps = (): GetInspectorProps => use(InspectorPropsContext)
