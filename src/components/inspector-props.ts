/** Attributes that link an element to its CMS field in Contentful's inspector mode. Empty outside the preview. */
export type InspectorProps = Readonly<Record<`data-${string}`, string>>
