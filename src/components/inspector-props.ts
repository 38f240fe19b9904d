/** Attributes by which the CMS's editor finds the field that a part of the page shows; for visitors there are none. */
export type InspectorProps = Readonly<Record<`data-${string}`, string>>
